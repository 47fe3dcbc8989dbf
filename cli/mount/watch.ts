import type { Node } from "./node";

const watches = new WeakMap<Node, Set<Set<string>>>();

/**
 * Notes the names of a directory that change, here or elsewhere, until `end` is called. What the service says of them
 * meanwhile may be older than what the tree shows.
 */
export function watch(directory: Node): { changed: ReadonlySet<string>; end(): void } {
  const changed = new Set<string>();
  const others = watches.get(directory) ?? new Set();
  watches.set(directory, others.add(changed));
  return {
    changed,
    end() {
      others.delete(changed);
      if (others.size === 0) watches.delete(directory);
    },
  };
}

/** Whether the service is being asked about the names of a directory. */
export const isWatched = (directory: Node): boolean => watches.has(directory);

/** Something changed at a name. */
export function touch(directory: Node, name: string): void {
  for (const changed of watches.get(directory) ?? []) changed.add(name);
}
