import { type ChildProcessByStdio, spawn, spawnSync } from "node:child_process";
import type { Readable } from "node:stream";

// What a container has in common with one: it sees no process outside, and its first one has the number 1.
const UNSHARE = [
  "--pid",
  "--fork",
  "--mount-proc",
  "--kill-child",
  ...(process.getuid?.() === 0 ? [] : ["--user", "--map-current-user"]),
];

/** Whether this machine lets us start programs that do not see our processes; most containers do not. */
export const hasContainers = spawnSync("unshare", [...UNSHARE, "true"]).status === 0;

/** Runs a TypeScript module that sees no process outside, as in another container on the same volume. */
export function startElsewhere(
  source: string,
  ...args: string[]
): ChildProcessByStdio<null, Readable, null> {
  const node = [process.execPath, "--import", "tsx/esm", "--input-type=module", "-e", source];
  return spawn("unshare", [...UNSHARE, ...node, ...args], { stdio: ["ignore", "pipe", "inherit"] });
}
