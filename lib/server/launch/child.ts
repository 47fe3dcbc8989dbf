import { log } from "@/lib/log";

import { explain } from "./explain";

/** What a child tells the supervisor. `alive` every second: a silent child hangs and is killed. */
type ChildMessage = { type: "ready" } | { type: "alive" } | { type: "failed"; message: string };

/** A program that runs until it is stopped. `start` resolves when it serves; `stop` when all work is done. */
export type ChildProgram = {
  name: string;
  start: () => Promise<{ stop(): Promise<void> }>;
};

const ALIVE_MS = 1_000;
const ORPHAN_STOP_MS = 3_000;

/**
 * Runs a program as a child of `npm start`: tells it when it is ready and that it lives, stops it on SIGTERM
 * or SIGINT (exit 0), quickly when the parent is gone, and ends with 1 on an error nobody caught.
 */
export function runChild({ name, start }: ChildProgram): void {
  const heartbeat = setInterval(() => tell({ type: "alive" }), ALIVE_MS);
  const started = start();
  let stopping = false;

  const fail = (error: unknown) => {
    log.fatal({ process: name, err: error }, "process failed");
    tell({ type: "failed", message: explain(error) });
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
  started.then(() => tell({ type: "ready" }), fail);
}

function tell(message: ChildMessage): void {
  // The parent may have gone this moment; `disconnect` says so too, and then there is nobody to tell.
  if (process.connected) process.send?.(message, undefined, undefined, () => undefined);
}
