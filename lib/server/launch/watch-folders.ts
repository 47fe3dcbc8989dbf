import fs from "node:fs";
import path from "node:path";

/** How long the files must rest before a change counts, so that a save of many is one change. */
const REST_MS = 50;

/**
 * Calls `onChange` with the last changed file, relative to `root`, when something below one of the folders has
 * changed. Tests do not count, and a folder that does not exist is left out. Each directory has a watch of its own,
 * since a recursive one misses files that an editor replaces.
 */
export function watchFolders(
  root: string,
  folders: readonly string[],
  onChange: (file: string) => void,
): { close(): void } {
  const watchers = new Map<string, fs.FSWatcher>();
  let timer: NodeJS.Timeout | undefined;
  const notice = (file: string) => {
    clearTimeout(timer);
    timer = setTimeout(() => onChange(path.relative(root, file)), REST_MS);
  };
  const watch = (directory: string) => {
    if (watchers.has(directory)) return;
    const watcher = fs.watch(directory, (kind, name) => {
      const file = path.join(directory, name ?? "");
      // A new folder may have got its files before it was watched.
      const isFolder = kind === "rename" && watchBelow(file);
      if (isFolder || isSource(file)) notice(file);
    });
    const forget = () => {
      watcher.close();
      watchers.delete(directory);
    };
    watcher.on("error", forget);
    watchers.set(directory, watcher);
  };
  const watchBelow = (location: string): boolean => {
    if (!fs.statSync(location, { throwIfNoEntry: false })?.isDirectory()) return false;
    watch(location);
    for (const entry of fs.readdirSync(location, { withFileTypes: true }))
      if (entry.isDirectory()) watchBelow(path.join(location, entry.name));
    return true;
  };
  for (const folder of folders) watchBelow(path.join(root, folder));
  return {
    close() {
      clearTimeout(timer);
      for (const watcher of watchers.values()) watcher.close();
    },
  };
}

function isSource(file: string): boolean {
  return /\.(tsx?|mjs|json|sql|prisma)$/.test(file) && !/\.test\.tsx?$/.test(file);
}
