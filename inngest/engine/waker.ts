import { Logger, run, type Runner } from "graphile-worker";

import { type EngineContext, errorName } from "./context";
import type { Executor } from "./executor";
import { pause } from "./pause";
import { releasedOnce } from "./released-once";

/** The library logs nothing: its jobs are only hints, and we log failures ourselves. */
const logger = new Logger(() => () => undefined);
/** A job that is due at once notifies. Timers are set earlier than this (`aheadMs`). */
const POLL_MS = 5_000;
/** How long a runner that must end may take. */
const END_MS = 3_000;

/**
 * Claims runs whenever a wake-up is due, whichever process set it, until the engine closes. A job
 * is only a hint and is done after one claim: the sweep recovers one that is lost or stays locked
 * by a process that died.
 */
export async function runWaker(
  engine: EngineContext,
  executor: Pick<Executor, "claim" | "free">,
): Promise<void> {
  const pgPool = releasedOnce(engine.pool);
  while (!engine.closing.aborted) {
    try {
      const runner = await run({
        pgPool,
        concurrency: 1,
        pollInterval: POLL_MS,
        noHandleSignals: true,
        taskList: { "engine-claim": () => executor.claim() },
        parsedCronItems: [],
        // Without batches the library does not await that a job is marked done, and the rejection
        // would end the process; with them a failure stops only this runner.
        preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
        // An engine without room leaves the hint to another one.
        forbiddenFlags: () => (executor.free() > 0 ? null : ["room"]),
        logger,
      });
      await untilOver(engine, runner);
    } catch (error) {
      engine.log.warn({ error: errorName(error) }, "engine: queue stopped, restarting");
      await pause(1_000, engine.closing);
    }
  }
}

/**
 * Resolves when the runner has ended, because the engine closes or a job could not be marked done.
 * After two such failures at once its batcher waits for itself forever; it has stopped working and
 * is abandoned.
 */
async function untilOver({ closing, log }: EngineContext, runner: Runner): Promise<void> {
  const ending = new AbortController();
  const stop = () => {
    ending.abort();
    void runner.stop().catch(() => undefined);
  };
  runner.events.once("pool:fatalError", ({ error }) => {
    log.warn({ error: errorName(error) }, "engine: failed to mark a wake-up done");
    ending.abort();
  });
  if (closing.aborted) stop();
  closing.addEventListener("abort", stop);
  try {
    await Promise.race([runner.promise, aborted(ending.signal).then(() => pause(END_MS))]);
  } finally {
    closing.removeEventListener("abort", stop);
  }
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });
}
