import { readdir, rm, stat } from "node:fs/promises";
import path from "node:path";

/**
 * Removes the files of a directory that were not needed for the longest time, until the others have `maxBytes`. Resolves to
 * the names of those it removed.
 */
export async function removeOldest(directory: string, maxBytes: number): Promise<string[]> {
  const names = await readdir(directory);
  const files = await Promise.all(
    names.map(async (name) => {
      const { mtimeMs, size } = await stat(path.join(directory, name)).catch(() => ({
        mtimeMs: 0,
        size: 0,
      }));
      return { name, mtimeMs, size };
    }),
  );
  let bytes = files.reduce((sum, { size }) => sum + size, 0);
  const removed: string[] = [];
  for (const { name, size } of files.toSorted((a, b) => a.mtimeMs - b.mtimeMs)) {
    if (bytes <= maxBytes) break;
    await rm(path.join(directory, name), { force: true });
    removed.push(name);
    bytes -= size;
  }
  return removed;
}
