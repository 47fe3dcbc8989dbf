import { randomBytes } from "node:crypto";
import fs from "node:fs";

import { z } from "zod";

import { errorCodeOf } from "@/lib/errors";

import { writeOnce } from "./files";
import { isRunning, startMark } from "./processes";

const holderShape = z.object({ pid: z.number(), mark: z.string() });

/** A lock held until `release` or the exit of this process; else the process that holds it. */
export type LockResult = { release(): void } | { heldBy: number };

/**
 * Takes the lock file, also from a process that exited without releasing it. The start time tells a
 * reused process id apart, so a restarted container does not lock itself out.
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

/** Only one process can move the stale file away; one that moved a fresh file puts it back. */
function clear(file: string, stale: string): void {
  const retired = `${file}.${process.pid}.${randomBytes(4).toString("hex")}`;
  try {
    fs.renameSync(file, retired);
    if (fs.readFileSync(retired, "utf8") !== stale) fs.linkSync(retired, file);
  } catch (error) {
    if (!["ENOENT", "EEXIST"].includes(errorCodeOf(error) ?? "")) throw error;
  } finally {
    fs.rmSync(retired, { force: true });
  }
}

function releaseIfOurs(file: string, ours: string): void {
  if (fs.existsSync(file) && fs.readFileSync(file, "utf8") === ours)
    fs.rmSync(file, { force: true });
}
