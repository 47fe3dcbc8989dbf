import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";

import type { Command } from "./command";

/** How the filesystem in memory behaves; "promises": every handler waits before it responds. */
export type MemoryKind = "results" | "promises" | "read-only";

export type MemoryMount = {
  child: ChildProcess;
  /** Sends a command and returns its result. */
  send(command: Command): Promise<unknown>;
  /** What the process wrote to its standard error. */
  errors(): string;
};

/** Mounts a filesystem in memory from another process. @throws Error with its output if it cannot */
export async function mountMemory(directory: string, kind: MemoryKind): Promise<MemoryMount> {
  const child = spawn(
    process.execPath,
    ["bin/run.mjs", "testing/fuse/program.ts", directory, kind],
    {
      stdio: ["ignore", "inherit", "pipe", "ipc"],
      env: { ...process.env, UV_THREADPOOL_SIZE: "16" },
    },
  );
  let errors = "";
  child.stderr?.setEncoding("utf8").on("data", (text: string) => (errors += text));
  const closed = once(child, "close").then(() => Promise.reject(new Error(errors)));
  await Promise.race([once(child, "message"), closed]);
  closed.catch(() => undefined);
  return {
    child,
    async send(command) {
      const response = once(child, "message");
      child.send(command);
      return (await response)[0];
    },
    errors: () => errors,
  };
}
