import type { LocalFile } from "@/console/state/send-files";

/**
 * The files among what was dropped, with those in folders.
 * @throws DOMException if a file or folder can't be read
 */
export async function filesIn(entries: readonly (FileSystemEntry | null)[]): Promise<LocalFile[]> {
  const found = await Promise.all(entries.filter((entry) => entry !== null).map(walk));
  return found.flat();
}

async function walk(entry: FileSystemEntry): Promise<LocalFile[]> {
  if (isFile(entry)) {
    const file = await new Promise<File>((resolve, reject) => entry.file(resolve, reject));
    return [{ file, path: entry.fullPath.replace(/^\//, "") }];
  }
  if (!isDirectory(entry)) return [];
  const reader = entry.createReader();
  const all: LocalFile[] = [];
  // Each call returns some of them, the last one none.
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (some.length === 0) return all;
    for (const inner of some) all.push(...(await walk(inner)));
  }
}

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile;
const isDirectory = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry =>
  entry.isDirectory;
