import type { Mounted, Walk } from "./mounted";
import type { Node } from "./node";
import { createSubtree } from "./subtree";
import { isWithin } from "./tree";

// A program that walks reads the next directory sooner.
const WALK_MS = 1_000;

/**
 * Lists all that is below a directory, depth first as most programs walk, one page ahead of the program. It is over when
 * the program reads in another order.
 * @throws FuseError ENOENT
 */
function listBelow(mounted: Mounted, top: Node): Walk {
  const { tree, queue, remote } = mounted;
  const subtree = createSubtree(mounted, top);
  let page: Promise<void> | null = null;
  let isOver = false;
  // What the newest page completed. When the program comes to it, the next page is needed soon.
  let newest: ReadonlySet<Node> = new Set();

  const end = () => {
    isOver = true;
    subtree.end();
  };
  const ask = async (token: string | null) => {
    const { unseen } = tree;
    return { unseen, ...(await remote.listBelow(subtree.path, token)) };
  };
  let asked = queue.passed(subtree.path).then(() => ask(null));
  const takePage = async () => {
    const { entries, unseen, next_page_token: token } = await asked;
    if (isOver || !subtree.isValid()) return end();
    // Before this page is taken over: meanwhile the service prepares the next one.
    if (token !== null) asked = ask(token);
    asked.catch(end);
    newest = subtree.take(entries, unseen, token === null);
    if (token === null) end();
  };
  const next = (): Promise<void> => {
    page ??= takePage()
      .catch(end)
      .finally(() => {
        page = null;
      });
    return page;
  };
  void next();
  return {
    async reach(directory) {
      const isAhead = () => !isOver && !directory.complete && isWithin(directory, top);
      while (isAhead()) {
        await next();
        if (!directory.complete && !subtree.isOpen(directory)) end();
      }
    },
    passed(directory) {
      if (!isOver && newest.has(directory)) void next();
    },
    isOver: () => isOver,
    end,
  };
}

/**
 * Notices programs that walk: one that has read a directory, and then reads one in it (`find`, `git status`), will
 * probably read all that is below.
 * @returns to be called with each directory that a program has read, and whether the service had to be asked for it
 */
export function createWalks(mounted: Mounted) {
  const read = new WeakSet<Node>();
  let lastAt = -Infinity;
  let begunAt = -Infinity;
  return (directory: Node, wasAsked: boolean): void => {
    const now = performance.now();
    const isSoon = now - lastAt <= WALK_MS;
    lastAt = now;
    read.add(directory);
    const { walk } = mounted;
    if (!isSoon) walk?.end();
    if (walk?.isOver() === false) return walk.passed(directory);
    const above = directory.names[0]?.parent;
    if (!isSoon || !wasAsked || above === undefined || !read.has(above)) return;
    // A program that reads in another order than the listing costs one page a second.
    if (now - begunAt <= WALK_MS) return;
    begunAt = now;
    mounted.walk = listBelow(mounted, above);
  };
}
