import { randomBytes } from "node:crypto";
import fs from "node:fs";

import { z } from "zod";

import { writeOnce } from "./files";
import { codeOf } from "./launch-error";
import { isRunning, startMark } from "./processes";

const holderShape = z.object({ pid: z.number(), mark: z.string() });

/** A lock that is ours until `release` or the end of this process; else the process that holds it. */
export type LockResult = { release(): void } | { heldBy: number };

/**
 * Takes the lock file, also from a process that ended without releasing it. A process of the same number
 * that began at another time is not the holder, so a restarted container does not lock itself out.
 */
export function takeLock(file: string): LockResult {
  const ours = JSON.stringify({ pid: process.pid, mark: startMark(process.pid) });
  for (;;) {
    const standing = writeOnce(file, ours);
    if (standing === ours) return { release: () => releaseIfOurs(file, ours) };
    const holder = findHolder(standing);
    if (holder !== undefined) return { heldBy: holder };
    clear(file, standing);
  }
}

/** The process that holds the lock file, or undefined. */
export function lockHolder(file: string): number | undefined {
  return fs.existsSync(file) ? findHolder(fs.readFileSync(file, "utf8")) : undefined;
}

function findHolder(text: string): number | undefined {
  try {
    const { pid, mark } = holderShape.parse(JSON.parse(text));
    return isRunning(pid) && startMark(pid) === mark ? pid : undefined;
  } catch {
    return undefined;
  }
}

/** Only one process can move the stale file away; who moved a fresh one by mistake puts it back. */
function clear(file: string, stale: string): void {
  const grave = `${file}.${process.pid}.${randomBytes(4).toString("hex")}`;
  try {
    fs.renameSync(file, grave);
    if (fs.readFileSync(grave, "utf8") !== stale) fs.linkSync(grave, file);
  } catch (error) {
    if (!["ENOENT", "EEXIST"].includes(codeOf(error) ?? "")) throw error;
  } finally {
    fs.rmSync(grave, { force: true });
  }
}

function releaseIfOurs(file: string, ours: string): void {
  if (fs.existsSync(file) && fs.readFileSync(file, "utf8") === ours)
    fs.rmSync(file, { force: true });
}
