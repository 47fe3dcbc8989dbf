import { readdirSync, readFileSync } from "node:fs";

/** The processes whose parent is `parent`, with their command lines. Linux only. */
export function children(parent: number | undefined): { pid: number; command: string }[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, "utf8");
        const ppid = Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
        const command = readFileSync(`/proc/${name}/cmdline`, "utf8").replaceAll("\0", " ");
        return ppid === parent ? [{ pid: Number(name), command }] : [];
      } catch {
        return [];
      }
    });
}
