import { statfs } from "node:fs/promises";

import { AppError } from "@/lib/errors";

const FRESH_MS = 1_000;

/**
 * Returns a check that throws AppError `storage_full` while less than `minFreeBytes` are free on the disk of
 * `directory`. Reads the disk at most once a second, so it can be called for every chunk.
 */
export function createFreeSpace(directory: string, minFreeBytes: number): () => Promise<void> {
  let free = 0;
  let measuring: Promise<void> | undefined;
  let freshUntil = 0;
  const measure = async () => {
    const { bavail, bsize } = await statfs(directory);
    free = bavail * bsize;
    freshUntil = performance.now() + FRESH_MS;
  };
  return async () => {
    if (performance.now() >= freshUntil) {
      measuring ??= measure().finally(() => (measuring = undefined));
      await measuring;
    }
    if (free < minFreeBytes) throw new AppError("storage_full");
  };
}
