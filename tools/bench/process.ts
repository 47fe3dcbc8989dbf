import { readdirSync, readFileSync } from "node:fs";

// The kernel counts in hundredths of a second on every Linux that Node runs on.
const TICK_MS = 10;

/**
 * The process that runs `program` for the service with this data directory; figures come from
 * /proc.
 */
export function findProcess(dataDir: string, program: "bin/web.ts" | "bin/worker.ts"): string {
  const pid = readdirSync("/proc").find(
    (name) =>
      /^\d+$/.test(name) &&
      read(name, "cmdline").includes(program) &&
      read(name, "environ").includes(`TIDEMARK_DATA_DIR=${dataDir}\0`),
  );
  if (pid === undefined) throw new Error(`failed to find a process of ${program} in /proc`);
  return pid;
}

/** Resident memory of a process in MB. */
export function residentMb(pid: string): number {
  const [, kilobytes = "0"] = /^VmRSS:\s+(\d+)/m.exec(read(pid, "status")) ?? [];
  return Math.round(Number(kilobytes) / 1000);
}

/** CPU time that a process has used so far, in milliseconds. */
export function cpuMs(pid: string): number {
  const fields = statOf(pid);
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) * TICK_MS;
}

/** CPU time of a process's ended children, in milliseconds. */
export function reapedCpuMs(pid: string): number {
  const fields = statOf(pid);
  return (Number(fields[13] ?? 0) + Number(fields[14] ?? 0)) * TICK_MS;
}

/** The parent's process id; undefined if `pid` is not a process id. */
export function parentOf(pid: string): string | undefined {
  return /^\d+$/.test(pid) ? statOf(pid)[1] : undefined;
}

/**
 * Fields from the state on, which is field 3. The name in parentheses before it may contain
 * anything.
 */
function statOf(pid: string): string[] {
  const stat = read(pid, "stat");
  return stat === "" ? [] : stat.slice(stat.lastIndexOf(")") + 2).split(" ");
}

// A process may exit between being listed and being read.
function read(pid: string, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "utf8");
  } catch {
    return "";
  }
}
