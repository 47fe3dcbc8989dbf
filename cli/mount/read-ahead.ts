import type { Node } from "./node";

// Listings on their way at a time. A walk that stops needs none of them.
const AT_ONCE = 8;
// A program that walks reads the next directory sooner.
const WALK_MS = 1_000;

/**
 * Lists directories before a program asks for them. One that has read a directory, and then reads one in it (`find`,
 * `rm -r`, `git status`), will probably read what is below it and beside it.
 * @param list reads a directory; it may fail
 * @param now monotonic milliseconds
 * @returns to be called with each directory that a program reads, once its children are known
 */
export function createReadAhead(
  list: (directory: Node) => Promise<void>,
  now: () => number = () => performance.now(),
): (directory: Node) => void {
  // Of each directory that was read: how far its directories are listed.
  const walks = new WeakMap<Node, Iterator<Node>>();
  const running = new Set<Node>();
  let lastAt = -Infinity;

  const start = (directory: Node) => {
    running.add(directory);
    void list(directory)
      .catch(() => undefined)
      .finally(() => running.delete(directory));
  };
  const listWithin = (walk: Iterator<Node>) => {
    while (running.size < AT_ONCE) {
      const { value, done } = walk.next();
      if (done === true) return;
      if (value.type === "directory" && !value.complete && !running.has(value)) start(value);
    }
  };
  return (directory) => {
    const below = directory.children.values();
    walks.set(directory, below);
    const beside = walks.get(directory.names[0]?.parent ?? directory);
    const isSoon = now() - lastAt <= WALK_MS;
    lastAt = now();
    if (beside === undefined || beside === below || !isSoon) return;
    listWithin(below);
    listWithin(beside);
  };
}
