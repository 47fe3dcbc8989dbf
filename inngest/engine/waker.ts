import { Logger, run, type Runner, runMigrations } from "graphile-worker";
import type { Pool } from "pg";

import { type EngineContext, errorName } from "@/inngest/engine/context";
import type { Executor } from "@/inngest/engine/executor";
import { pause } from "@/inngest/engine/pause";

/** The library's own lines tell nothing: its jobs are hints, and what goes wrong is logged by us. */
const logger = new Logger(() => () => undefined);
/** Timers are set a second early (`aheadMs`), so finding them this late is still in time. */
const POLL_MS = 500;

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
        // An engine without room leaves the hint to one that has some.
        forbiddenFlags: () => (executor.free() > 0 ? null : ["room"]),
        logger,
      });
      await untilClosed(engine, runner);
    } catch (error) {
      engine.log.warn({ error: errorName(error) }, "engine: the queue stopped, starting it again");
      await pause(1_000, engine.closing);
    }
  }
}

async function untilClosed({ closing }: EngineContext, runner: Runner): Promise<void> {
  const stop = () => void runner.stop().catch(() => undefined);
  if (closing.aborted) stop();
  closing.addEventListener("abort", stop);
  try {
    await runner.promise;
  } finally {
    closing.removeEventListener("abort", stop);
  }
}
