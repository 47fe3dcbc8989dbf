import { join, type Node, pathOf } from "./node";

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

const listeners = new Set<(path: string) => void>();

/** Calls `listener` with each path at which something changes, here or elsewhere, known or not. Returns how to end that. */
export function watchAll(listener: (path: string) => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Something changed at a name. */
export function touch(directory: Node, name: string): void {
  for (const changed of watches.get(directory) ?? []) changed.add(name);
  if (listeners.size === 0) return;
  const above = pathOf(directory);
  if (above !== null) touchPath(join(above, name));
}

/** Something changed at a path that the tree may not know. */
export function touchPath(path: string): void {
  for (const listener of listeners) listener(path);
}
