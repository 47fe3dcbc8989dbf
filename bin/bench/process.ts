import { readdirSync, readFileSync } from "node:fs";

// The kernel counts in hundredths of a second on every Linux that Node runs on.
const TICK_MS = 10;

/** The process that serves the API of the service with this data directory; its figures come from /proc. */
export function findWebProcess(dataDir: string): string {
  const pid = readdirSync("/proc").find(
    (name) =>
      /^\d+$/.test(name) &&
      read(name, "cmdline").includes("bin/web.ts") &&
      read(name, "environ").includes(`TIDEMARK_DATA_DIR=${dataDir}\0`),
  );
  if (pid === undefined)
    throw new Error("a process is measured by /proc, and no web process is there");
  return pid;
}

/** Resident memory of a process in MB. */
export function residentMb(pid: string): number {
  const [, kilobytes = "0"] = /^VmRSS:\s+(\d+)/m.exec(read(pid, "status")) ?? [];
  return Math.round(Number(kilobytes) / 1000);
}

/** Milliseconds of processor time that a process has used so far. */
export function cpuMs(pid: string): number {
  const stat = read(pid, "stat");
  // The name in parentheses may hold anything; after it utime and stime are the 12th and 13th fields.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}

// A process may end between being listed and being read.
function read(pid: string, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "utf8");
  } catch {
    return "";
  }
}
