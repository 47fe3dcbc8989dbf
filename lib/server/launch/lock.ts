import { randomBytes } from "node:crypto";
import fs from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

import { errorCodeOf } from "@/lib/errors";

import { writeOnce } from "./files";
import { holderIn, type Holder } from "./lock-holder";
import { keepTouching, lastTouch, stopTouching } from "./lock-touch";
import { pidNamespace, startMark } from "./processes";

/** A lock held until `release` or the exit of this process; else who holds it. */
export type LockResult = { release(): void } | { heldBy: Holder };

/**
 * Takes the lock file, also from a process that exited without releasing it. The start time tells a
 * reused process id apart, so a restarted container does not lock itself out.
 */
export function takeLock(file: string): LockResult {
  const { pid } = process;
  return take(file, JSON.stringify({ pid, mark: startMark(pid), namespace: pidNamespace() }));
}

/**
 * Takes the lock file together with all processes that see each other, so that those of another container stay out.
 * `release` ends it for all of them that do not hold it any more; the others renew it within a second.
 */
export function shareLock(file: string): LockResult {
  return take(file, sharedText());
}

/** Releases a lock that this process shares, if it does. */
export function unshareLock(file: string): void {
  release(file, sharedText());
}

/**
 * Calls `attempt` again while the lock of another container may be what a killed one left: a living holder is known by
 * its next touch, within a second or two; a dead one by ten seconds without.
 */
export async function outlastDead(
  file: string,
  attempt: (file: string) => LockResult,
): Promise<LockResult> {
  const first = lastTouch(file);
  for (;;) {
    const result = attempt(file);
    if ("release" in result || !result.heldBy.elsewhere || lastTouch(file) !== first) return result;
    await sleep(200);
  }
}

const sharedText = () => JSON.stringify({ namespace: pidNamespace() });

function take(file: string, ours: string): LockResult {
  for (;;) {
    const standing = writeOnce(file, ours);
    if (standing === ours) {
      keepTouching(file, () => writeOnce(file, ours));
      return { release: () => release(file, ours) };
    }
    const heldBy = holderIn(standing, file);
    if (heldBy !== undefined) return { heldBy };
    clear(file, standing);
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

function release(file: string, ours: string): void {
  stopTouching(file);
  if (fs.existsSync(file) && fs.readFileSync(file, "utf8") === ours)
    fs.rmSync(file, { force: true });
}
