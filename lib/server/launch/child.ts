import { log } from "@/lib/log";

import { explain } from "./explain";

/** Messages to the supervisor. `alive` is a heartbeat every second; without it the child is killed. */
type ChildMessage = { type: "ready" } | { type: "alive" } | { type: "failed"; message: string };

/** A program that runs until stopped. `start` resolves when it serves, `stop` when all work is done. */
export type ChildProgram = {
  name: string;
  start: () => Promise<{ stop(): Promise<void> }>;
};

const ALIVE_MS = 1_000;
const ORPHAN_STOP_MS = 3_000;

/**
 * Runs a program as a child of `npm start`: reports readiness and heartbeats, stops it on SIGTERM or
 * SIGINT (exit 0), quickly when the parent is gone, and exits with 1 on an uncaught error.
 */
export function runChild({ name, start }: ChildProgram): void {
  const heartbeat = setInterval(() => report({ type: "alive" }), ALIVE_MS);
  const started = start();
  let stopping = false;

  const fail = (error: unknown) => {
    log.fatal({ process: name, err: error }, "process failed");
    report({ type: "failed", message: explain(error) });
    process.exit(1);
  };
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    const program = await started;
    await program.stop();
    clearInterval(heartbeat);
    process.exit(0);
  };
  const stopNow = () => {
    setTimeout(() => process.exit(1), ORPHAN_STOP_MS).unref();
    stop().catch(fail);
  };

  process.on("uncaughtException", fail);
  process.on("unhandledRejection", fail);
  process.on("SIGTERM", () => void stop().catch(fail));
  process.on("SIGINT", () => void stop().catch(fail));
  process.on("disconnect", stopNow);
  started.then(() => report({ type: "ready" }), fail);
}

function report(message: ChildMessage): void {
  // The parent may be gone; `disconnect` handles that.
  if (process.connected) process.send?.(message, undefined, undefined, () => undefined);
}
