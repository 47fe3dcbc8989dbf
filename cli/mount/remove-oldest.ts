import { readdir, rm, stat } from "node:fs/promises";
import path from "node:path";

/** Removes the files of a directory that were not needed for the longest time, until the others have `maxBytes`. */
export async function removeOldest(directory: string, maxBytes: number): Promise<void> {
  const names = await readdir(directory);
  const files = await Promise.all(
    names.map(async (name) => {
      const file = path.join(directory, name);
      const { mtimeMs, size } = await stat(file).catch(() => ({ mtimeMs: 0, size: 0 }));
      return { file, mtimeMs, size };
    }),
  );
  let bytes = files.reduce((sum, { size }) => sum + size, 0);
  for (const { file, size } of files.toSorted((a, b) => a.mtimeMs - b.mtimeMs)) {
    if (bytes <= maxBytes) return;
    await rm(file, { force: true });
    bytes -= size;
  }
}
