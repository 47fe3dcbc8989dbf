import { Logger, run, type Runner, runMigrations } from "graphile-worker";
import type { Pool } from "pg";

import { type EngineContext, errorName } from "./context";
import type { Executor } from "./executor";
import { pause } from "./pause";

/** The library's own lines tell nothing: its jobs are hints, and what goes wrong is logged by us. */
const logger = new Logger(() => () => undefined);
/** Timers are set a second early (`aheadMs`), so finding them this late is still in time. */
const POLL_MS = 500;
/** How long a runner that has to end may take for it. */
const END_MS = 3_000;

/** Brings the queue library's tables up to date. */
export async function migrateQueue(pool: Pool): Promise<void> {
  await runMigrations({ pgPool: pool, logger });
}

/**
 * Looks whenever a wake-up of ours is due, in whichever process it was set, until the engine
 * closes. A job is only a hint and is done as soon as somebody has looked: one that is lost, or stays
 * locked by a process that died, is made good for by the sweep.
 */
export async function runWaker(
  engine: EngineContext,
  executor: Pick<Executor, "look" | "free">,
): Promise<void> {
  while (!engine.closing.aborted) {
    try {
      const runner = await run({
        pgPool: engine.pool,
        concurrency: 1,
        pollInterval: POLL_MS,
        noHandleSignals: true,
        taskList: { "engine-look": () => executor.look() },
        parsedCronItems: [],
        // Without batches the library lets go of the promise that a job is marked done, and its rejection
        // would end the process; with them a failure stops this runner alone.
        preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
        // An engine without room leaves the hint to one that has some.
        forbiddenFlags: () => (executor.free() > 0 ? null : ["room"]),
        logger,
      });
      await untilOver(engine, runner);
    } catch (error) {
      engine.log.warn({ error: errorName(error) }, "engine: the queue stopped, starting it again");
      await pause(1_000, engine.closing);
    }
  }
}

/**
 * Resolves when the runner has ended, because the engine closes or a job could not be marked done. After two such
 * failures at once its batcher waits for itself for ever; it has stopped all the same, and is left behind.
 */
async function untilOver({ closing, log }: EngineContext, runner: Runner): Promise<void> {
  const ending = new AbortController();
  const stop = () => {
    ending.abort();
    void runner.stop().catch(() => undefined);
  };
  runner.events.once("pool:fatalError", ({ error }) => {
    log.warn({ error: errorName(error) }, "engine: a wake-up was not marked done");
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
