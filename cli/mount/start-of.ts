import fs from "node:fs";

/** States of a process that has ended and was not waited for. */
const ENDED = ["Z", "X"];

/**
 * When a process started, in ticks since the start of the machine; null if it has ended, also if a thread of it hangs.
 * Waits for no process.
 */
export function startOf(pid: number): string | null {
  try {
    const stat = fs.readFileSync(`/proc/${pid}/stat`, "utf8");
    const columns = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return ENDED.includes(columns[0] ?? "") ? null : (columns[19] ?? null);
  } catch {
    return null;
  }
}
