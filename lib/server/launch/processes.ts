import { execFileSync } from "node:child_process";
import fs from "node:fs";

import { isAlive } from "@/lib/concurrency/is-alive";

/**
 * Whether process `pid` is running. A zombie is not, although kill(pid, 0) finds it: in a container whose
 * first process never reaps, a dead server would look alive.
 */
export function isRunning(pid: number): boolean {
  return isAlive(pid) && !isZombie(pid);
}

/** Command line of a process, arguments separated by NUL or spaces; empty if unreadable. */
export function commandLine(pid: number): string {
  try {
    // Not its working directory, which root in a container may not read.
    return fs.readFileSync(`/proc/${pid}/cmdline`, "utf8");
  } catch {
    return ps(pid, "command=");
  }
}

/** Start time of a process as an opaque text, to tell reused process ids apart. */
export function startMark(pid: number): string {
  try {
    // The name in parentheses may contain spaces, so count field 22 after it.
    const stat = fs.readFileSync(`/proc/${pid}/stat`, "utf8");
    const ticks = stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19] ?? "";
    return `${fs.readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim()}:${ticks}`;
  } catch {
    return ps(pid, "lstart=");
  }
}

/** The namespace in which this process has its id: another container has another one. Null where there are none. */
export function pidNamespace(): string | null {
  try {
    return fs.readlinkSync("/proc/self/ns/pid");
  } catch {
    return null;
  }
}

/** Milliseconds in which the first thread of a process could have run but had no core; 0 where that is unknown. */
export function waitedForCore(pid: number | undefined): number {
  try {
    const nanoseconds = fs.readFileSync(`/proc/${pid}/schedstat`, "utf8").split(" ")[1];
    return Number(nanoseconds) / 1e6;
  } catch {
    return 0;
  }
}

function isZombie(pid: number): boolean {
  try {
    const stat = fs.readFileSync(`/proc/${pid}/stat`, "utf8");
    return stat.slice(stat.lastIndexOf(")") + 2).startsWith("Z");
  } catch {
    return ps(pid, "stat=").startsWith("Z");
  }
}

function ps(pid: number, field: string): string {
  if (process.platform === "linux" || process.platform === "win32") return "";
  try {
    return execFileSync("ps", ["-o", field, "-p", String(pid)], { encoding: "utf8" }).trim();
  } catch {
    return "";
  }
}
