import { spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";

import { UsageError } from "@/lib/usage-error";

import { type Libc } from "./libc";
import { receiveDescriptor } from "./receive-descriptor";

/** The descriptor of the child that is our socket; fusermount3 sends the one of /dev/fuse through it. */
const SOCKET = 3;
const RUN_MS = 10_000;

/** Mounts through fusermount3, which may do so for every user. @throws UsageError with its message */
export async function mountWithFusermount(
  libc: Libc,
  directory: string,
  options: readonly string[],
): Promise<number> {
  const [ours, theirs] = libc.socketpair();
  try {
    try {
      await runFusermount(["-o", options.join(","), "--", directory], theirs);
    } finally {
      fs.closeSync(theirs);
    }
    const descriptor = receiveDescriptor(libc, ours);
    if (descriptor === undefined) throw new UsageError("fusermount3 mounted nothing");
    return descriptor;
  } finally {
    fs.closeSync(ours);
  }
}

/** Unmounts now, even if files are open. @throws UsageError with the message of fusermount3 */
export function unmountWithFusermount(directory: string): Promise<void> {
  return runFusermount(["-u", "-z", "--", directory]);
}

async function runFusermount(args: string[], socket?: number): Promise<void> {
  const child = spawn("fusermount3", args, {
    stdio: ["ignore", "ignore", "pipe", socket ?? "ignore"],
    timeout: RUN_MS,
    env: { ...process.env, LC_ALL: "C", _FUSE_COMMFD: String(SOCKET) },
  });
  let output = "";
  child.stderr?.setEncoding("utf8").on("data", (text: string) => (output += text));
  const [code] = await once(child, "close").catch((error: unknown) => {
    throw isMissing(error)
      ? new UsageError("fusermount3 is missing: install the package fuse3 of your system")
      : error;
  });
  if (code !== 0)
    throw new UsageError(output.trim().split("\n").at(-1) || `fusermount3 exited with ${code}`);
}

const isMissing = (error: unknown) =>
  error instanceof Error && "code" in error && error.code === "ENOENT";
