import { execFileSync } from "node:child_process";
import fs from "node:fs";
import net from "node:net";

import { codeOf } from "./launch-error";

/**
 * Whether process `pid` still runs. A zombie does not: kill(pid, 0) finds it, which is how a container
 * whose first process never reaps makes a dead server look alive.
 */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (codeOf(error) !== "EPERM") return false;
  }
  return !isZombie(pid);
}

/** The command line of a process, arguments separated by NUL or blanks; empty where it cannot be read. */
export function commandLine(pid: number): string {
  try {
    // Not its working directory: reading that takes a privilege that root in a container lacks.
    return fs.readFileSync(`/proc/${pid}/cmdline`, "utf8");
  } catch {
    return ps(pid, "command=");
  }
}

/** When a process was started, as an opaque text that differs for a later process of the same number. */
export function startMark(pid: number): string {
  try {
    // The name in parentheses may hold spaces; field 22 counts from behind it.
    const stat = fs.readFileSync(`/proc/${pid}/stat`, "utf8");
    const ticks = stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19] ?? "";
    return `${fs.readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim()}:${ticks}`;
  } catch {
    return ps(pid, "lstart=");
  }
}

/** A TCP port of 127.0.0.1 that nobody listens on at this moment. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = net.createServer();
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });
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
