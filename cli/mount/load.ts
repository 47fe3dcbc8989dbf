import { FuseError } from "./fuse/errno";
import { type Mounted, requirePath } from "./mounted";
import { join, type Node, pathOf } from "./node";
import type { Page } from "./remote";
import { setEntry } from "./tree";

const MAX_ATTEMPTS = 5;
const loading = new WeakMap<Node, Promise<void>>();

/**
 * Reads a directory, so that all its children are known. What is changed here or elsewhere meanwhile makes it read
 * again. Up to a thousand entries it is one request.
 * @throws FuseError, RequestError
 */
export async function load(mounted: Mounted, directory: Node): Promise<void> {
  if (directory.complete) return;
  const running = loading.get(directory) ?? loadOnce(mounted, directory);
  loading.set(directory, running);
  await running.finally(() => loading.delete(directory));
}

async function loadOnce(mounted: Mounted, directory: Node): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const { version } = directory;
    const pages = await readPages(mounted, directory);
    if (directory.version !== version && attempt < MAX_ATTEMPTS) continue;
    merge(mounted, directory, pages);
    directory.complete = directory.version === version || attempt < MAX_ATTEMPTS;
    return;
  }
}

async function readPages({ remote }: Mounted, directory: Node): Promise<Page[]> {
  const path = requirePath(directory);
  const pages: Page[] = [];
  for (let token: string | null = null; ;) {
    const page: Page = await remote.list(path, token);
    pages.push(page);
    token = page.next_page_token;
    if (token === null) return pages;
  }
}

function merge({ tree, queue }: Mounted, directory: Node, pages: readonly Page[]): void {
  const path = pathOf(directory);
  if (path === null) throw new FuseError("ENOENT");
  const seen = new Set<string>();
  const isOurs = (name: string) => queue.concerns(join(path, name));
  const idle = queue.size() === 0;
  for (const stat of pages.flatMap(({ entries }) => entries)) {
    const name = stat.path.slice(stat.path.lastIndexOf("/") + 1);
    seen.add(name);
    if (idle || !isOurs(name)) setEntry(tree, directory, name, stat);
  }
  for (const [name, child] of directory.children) {
    const isLocal = child.serverId === null;
    if (!seen.has(name) && !isLocal && (idle || !isOurs(name)))
      setEntry(tree, directory, name, null);
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
  const path = join(requirePath(directory), name);
  if (known !== undefined && mounted.queue.concerns(path)) return known;
  if (known === undefined) {
    await load(mounted, directory);
    return directory.children.get(name) ?? null;
  }
  const { version } = directory;
  const stat = await mounted.remote.stat(path);
  return directory.version === version
    ? setEntry(mounted.tree, directory, name, stat)
    : (directory.children.get(name) ?? null);
}
