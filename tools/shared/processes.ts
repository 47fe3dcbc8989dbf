import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

import { builtProgram } from "@/lib/server/launch/build-programs";

// The kernel counts in hundredths of a second on every Linux that Node runs on.
const TICK_MS = 10;

/** A program that `npm start` keeps running. */
export type Program = "web" | "worker" | "sftp";

/** The process ids whose environment contains `setting` (`NAME=value`) and that run `program`. */
function findProcesses(program: Program, setting: string): number[] {
  const runs = (pid: number) => read(pid, "cmdline").includes(builtProgram("", program));
  const has = (pid: number) => read(pid, "environ").split("\0").includes(setting);
  return allProcesses().filter((pid) => runs(pid) && has(pid));
}

/** The process ids of our children that run `program` and have `setting` in their environment. */
export function findChildren(program: Program, setting: string): number[] {
  return findProcesses(program, setting).filter((pid) => parentOf(pid) === process.pid);
}

/**
 * The process that runs `program` for the service with this data directory.
 * @throws Error if it is not running
 */
export function findProcess(dataDir: string, program: Program): number {
  const [pid] = findProcesses(program, `TIDEMARK_DATA_DIR=${dataDir}`);
  if (pid === undefined) throw new Error(`failed to find a process of ${program} in /proc`);
  return pid;
}

/** The process id of a data directory's embedded PostgreSQL, or undefined while it is down. */
export function findPostmaster(dataDir: string): number | undefined {
  const file = readdirSync(dataDir, { recursive: true, encoding: "utf8" }).find((name) =>
    name.endsWith("postmaster.pid"),
  );
  if (file === undefined) return undefined;
  try {
    return Number(readFileSync(path.join(dataDir, file), "utf8").split("\n", 1)[0]) || undefined;
  } catch {
    return undefined;
  }
}

/** The processes whose parent is `pid`. */
export function childrenOf(pid: number): number[] {
  return allProcesses().filter((child) => parentOf(child) === pid);
}

/** Sends a signal; ignores processes that have already exited. */
export function signal(pids: readonly number[], name: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, name);
    } catch {
      // It exited between the lookup and the signal.
    }
  }
}

/** Resident memory of a process in MB. */
export function residentMb(pid: number): number {
  const [, kilobytes = "0"] = /^VmRSS:\s+(\d+)/m.exec(read(pid, "status")) ?? [];
  return Math.round(Number(kilobytes) / 1000);
}

/** Proportional memory of a process in MB: what it shares with others is divided among them. */
export function memoryMb(pid: number): number {
  const [, kilobytes = "0"] = /^Pss:\s+(\d+)/m.exec(read(pid, "smaps_rollup")) ?? [];
  return Math.round(Number(kilobytes) / 1000);
}

/** CPU time that a process has used so far, in milliseconds. */
export function cpuMs(pid: number): number {
  const fields = statOf(pid);
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) * TICK_MS;
}

/** CPU time of a process's ended children, in milliseconds. */
export function reapedCpuMs(pid: number): number {
  const fields = statOf(pid);
  return (Number(fields[13] ?? 0) + Number(fields[14] ?? 0)) * TICK_MS;
}

const parentOf = (pid: number) => Number(statOf(pid)[1]);

const allProcesses = () =>
  readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number);

/** Fields from the state on, which is field 3. The name in parentheses before it may contain anything. */
function statOf(pid: number): string[] {
  const stat = read(pid, "stat");
  return stat === "" ? [] : stat.slice(stat.lastIndexOf(")") + 2).split(" ");
}

// A process may exit between being listed and being read.
function read(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "utf8");
  } catch {
    return "";
  }
}
