import { createHash, randomUUID } from "node:crypto";
import { readdir, rm, stat } from "node:fs/promises";
import os from "node:os";
import path from "node:path";

import { isAlive } from "@/lib/concurrency/is-alive";

// For processes of other machines, which cannot be checked; a running upload keeps touching its file.
const SILENCE_MS = 60 * 60 * 1000;

const HOST = createHash("sha256").update(os.hostname()).digest("hex").slice(0, 8);
const START = Math.round(performance.timeOrigin);

/** A unique name for a staging file that identifies the writing process. */
export function temporaryName(): string {
  return `${HOST}.${process.pid}.${START}.${randomUUID()}`;
}

/** Removes staging files whose process is gone or that were not modified for an hour. */
export async function removeOrphanedUploads(directory: string): Promise<void> {
  for (const name of await readdir(directory)) {
    const file = path.join(directory, name);
    if (isOrphan(name) || (await silence(file)) > SILENCE_MS) await rm(file, { force: true });
  }
}

function isOrphan(name: string): boolean {
  const [host, pid = "", start] = name.split(".");
  if (host !== HOST) return false;
  return Number(pid) === process.pid ? Number(start) !== START : !isAlive(Number(pid));
}

async function silence(file: string): Promise<number> {
  try {
    return Date.now() - (await stat(file)).mtimeMs;
  } catch {
    return 0;
  }
}
