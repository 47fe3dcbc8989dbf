import { createMerge, nameOf } from "./merge";
import { isUnderWay, type Mounted, refresh, requirePath } from "./mounted";
import { join, type Node, pathOf } from "./node";
import type { Page } from "./remote";
import { watch } from "./watch";

const loading = new WeakMap<Node, Promise<void>>();

/**
 * Reads a directory, so that all its children are known. Names that change meanwhile, here or elsewhere, stay as the tree
 * shows them. Up to a thousand entries it is one request.
 * @throws FuseError
 */
export async function load(mounted: Mounted, directory: Node): Promise<void> {
  await mounted.walk?.reach(directory);
  if (directory.complete) return;
  const running = loading.get(directory) ?? loadOnce(mounted, directory);
  loading.set(directory, running);
  await running.finally(() => loading.delete(directory));
}

async function loadOnce(mounted: Mounted, directory: Node): Promise<void> {
  const { tree, queue } = mounted;
  while (!directory.complete) {
    const { resets, unseen } = tree;
    const path = requirePath(directory);
    // Until then the service has another directory there, or none.
    await queue.passed(path);
    const watched = watch(directory);
    try {
      const pages = await readPages(mounted, path);
      if (tree.resets !== resets || pathOf(directory) !== path) continue;
      const merge = createMerge(mounted, unseen, (at) => watched.changed.has(nameOf(at)));
      const entries = pages.flatMap((page) => page.entries);
      for (const stat of entries) merge.take(directory, stat);
      merge.complete(directory, path, new Set(entries.map(({ path: at }) => nameOf(at))));
    } finally {
      watched.end();
    }
  }
}

async function readPages({ remote }: Mounted, path: string): Promise<Page[]> {
  const pages: Page[] = [];
  for (let token: string | null = null; ;) {
    const page: Page = await remote.list(path, token);
    pages.push(page);
    token = page.next_page_token;
    if (token === null) return pages;
  }
}

/** The child of a directory, known to be current; null if there is none. @throws FuseError, RequestError */
export async function findChild(
  mounted: Mounted,
  directory: Node,
  name: string,
): Promise<Node | null> {
  const known = directory.children.get(name);
  // What only this mount knows cannot be asked for.
  if (known !== undefined && (!known.stale || known.serverId === null)) return known;
  if (directory.complete && known === undefined) return null;
  if (known === undefined && directory.id !== 1 && directory.serverId === null) return null;
  if (known === undefined) await load(mounted, directory);
  else {
    const path = join(requirePath(directory), name);
    if (!isUnderWay(mounted, path, known)) await refresh(mounted, path);
  }
  return directory.children.get(name) ?? null;
}
