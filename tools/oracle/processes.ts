import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

/**
 * The process ids of our children that run `program` and have `setting` (`NAME=value`) in their
 * environment.
 */
export function findChildren(program: string, setting: string): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
        const parent = stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1];
        return (
          Number(parent) === process.pid &&
          readFileSync(`/proc/${pid}/cmdline`, "utf8").includes(program) &&
          readFileSync(`/proc/${pid}/environ`, "utf8").split("\0").includes(setting)
        );
      } catch {
        return false;
      }
    })
    .map(Number);
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
