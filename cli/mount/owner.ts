import fs from "node:fs";
import path from "node:path";

import { z } from "zod";

import { type Libc, SystemCallError } from "./fuse/libc";
import { startOf } from "./start-of";

// Another process has just made it and will say so.
const FRESH_MS = 60_000;

/** Whose a directory of stages is. A process is known by its number, its start, and what numbers it. */
const Owner = z.object({
  pid: z.int(),
  start: z.string().nullable(),
  boot: z.string(),
  space: z.string(),
});
type Owner = z.infer<typeof Owner>;

/** A directory of stages that was left: whether the machine has run since, and what ends having it. */
export type Left = { sameBoot: boolean; release: () => void };

const here = () => ({
  boot: fs.readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim(),
  space: fs.readlinkSync("/proc/self/ns/pid"),
});
const fileIn = (directory: string) => path.join(directory, "owner");

/** Says in a directory of stages that it is this process's, until it ends. */
export function claim(libc: Libc, directory: string): void {
  const owner: Owner = { pid: process.pid, start: startOf(process.pid), ...here() };
  const fd = fs.openSync(fileIn(directory), "wx", 0o600);
  lock(libc, fd);
  fs.writeSync(fd, JSON.stringify(owner));
}

/**
 * Takes a directory of stages whose process has ended; null if that may still run. The lock tells also of a process in
 * another container or on another machine, where only the disk is shared.
 */
export function takeOver(libc: Libc, directory: string): Left | null {
  let fd: number;
  try {
    fd = fs.openSync(fileIn(directory), "r+");
  } catch {
    const made = fs.statSync(directory, { throwIfNoEntry: false });
    const isLeft = made !== undefined && Date.now() - made.mtimeMs > FRESH_MS;
    return isLeft ? { sameBoot: false, release: () => undefined } : null;
  }
  const { boot, space } = here();
  const owner = parse(fs.readFileSync(fd, "utf8"));
  const isNear = owner?.boot === boot && owner.space === space;
  const isAlive = isNear && owner.start !== null && startOf(owner.pid) === owner.start;
  const release = () => fs.closeSync(fd);
  // One that was killed may keep its lock for as long as a thread of it hangs.
  if (!isAlive && (lock(libc, fd) === "taken" || isNear))
    return { sameBoot: owner?.boot === boot, release };
  release();
  return null;
}

/** "unknown" on a disk without locks. */
function lock(libc: Libc, fd: number): "taken" | "another's" | "unknown" {
  try {
    return libc.lock(fd) ? "taken" : "another's";
  } catch (error) {
    if (error instanceof SystemCallError) return "unknown";
    throw error;
  }
}

function parse(text: string): Owner | null {
  try {
    return Owner.parse(JSON.parse(text));
  } catch {
    return null;
  }
}
