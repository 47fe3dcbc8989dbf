import { createBatch } from "./batch";
import { type EngineContext, errorName } from "./context";
import { checkpointRun, executeRun, type RunContext } from "./execute-run";
import type { Operation } from "./operations";
import { pause } from "./pause";
import { dispatchId } from "./request";
import { type HeldRun, holdRun, type StartedRun } from "./run";
import { renewLeases } from "./store/claim";
import { finishRuns } from "./store/run";

/** The runs that one engine holds leases of and executes. */
export type RunPool = {
  /** Executes a run that is leased to us. False: this app does not have its function. */
  add: (row: StartedRun) => boolean;
  /**
   * Stores the results of steps of a call that continues. "stale": this engine does not execute that call, or not any
   * more; "refused": the call must end with these results.
   */
  checkpoint: (from: Dispatch, operations: readonly Operation[]) => Promise<Checkpointed>;
  /** How many more runs may be added; none while the engine closes. */
  free: () => number;
  /** Keeps room for `n` runs that are being stored; a negative `n` gives it back. */
  reserve: (n: number) => void;
  /** Extends leases that are a third over, and finds out which ones were lost. */
  renew: () => Promise<void>;
  /** Resolves when the pool is empty. */
  emptied: () => Promise<void>;
  counts: () => { running: number; waiting: number; started: number; calls: number };
};

/** The call that a checkpoint comes from: its run and what the engine called it. */
export type Dispatch = { runId: string; id: string };
export type Checkpointed = "stored" | "stale" | "refused";

type Hooks = Pick<RunContext, "fail" | "claim"> & {
  /** There is room: a run has ended, was released, or only waits now. */
  freed: () => void;
};

/**
 * An empty pool. `hooks` are called while runs are executed, never from within a call of the pool.
 */
export function createRunPool(engine: EngineContext, { freed, ...hooks }: Hooks): RunPool {
  const held = new Map<string, HeldRun>();
  const executing = new Set<Promise<void>>();
  const count = { idle: 0, started: 0, reserved: 0, calls: 0 };
  const context: RunContext = {
    ...engine,
    ...hooks,
    finish: createBatch((runs) => finishRuns(engine.pool, runs)),
    async idle(ms) {
      count.idle += 1;
      freed();
      await pause(ms, engine.closing);
      count.idle -= 1;
    },
    overloaded: () => held.size > engine.policy.maxHeld,
    limitCalls: (work) =>
      engine.limitCalls(async () => {
        count.calls += 1;
        try {
          return await work();
        } finally {
          count.calls -= 1;
        }
      }),
  };
  return {
    add(row) {
      const spec = engine.registry.get(row.function_id);
      if (spec === undefined) return false;
      const before = held.get(row.id);
      if (before) before.lost = true;
      const run = holdRun(spec, row);
      held.set(run.id, run);
      count.started += 1;
      const execution = executeLogged(run, context).finally(() => {
        executing.delete(execution);
        if (held.get(run.id) === run) held.delete(run.id);
        freed();
      });
      executing.add(execution);
      return true;
    },
    checkpoint: (from, operations) => checkpoint(held.get(from.runId), from, context, operations),
    free() {
      const busy = held.size - count.idle + count.reserved;
      return engine.closing.aborted ? 0 : Math.max(0, engine.concurrency - busy);
    },
    reserve: (n) => void (count.reserved += n),
    renew: () => renew(engine, [...held.values()]),
    async emptied() {
      while (executing.size > 0) await Promise.allSettled(executing);
    },
    counts: () => ({
      running: held.size - count.idle,
      waiting: count.idle,
      started: count.started,
      calls: count.calls,
    }),
  };
}

async function checkpoint(
  run: HeldRun | undefined,
  from: Dispatch,
  context: RunContext,
  operations: readonly Operation[],
): Promise<Checkpointed> {
  if (run === undefined || run.lost || dispatchId(run) !== from.id) return "stale";
  if (!(await checkpointRun(run, context, operations))) return "refused";
  return run.lost ? "stale" : "stored";
}

async function executeLogged(run: HeldRun, context: RunContext): Promise<void> {
  try {
    await executeRun(run, context);
  } catch (error) {
    context.log.error({ run: run.id, error: errorName(error) }, "engine: run dropped");
  }
}

async function renew(engine: EngineContext, held: readonly HeldRun[]): Promise<void> {
  const now = performance.now();
  const old = held.filter((run) => !run.lost && now - run.leasedAt > engine.policy.leaseMs / 3);
  if (old.length === 0) return;
  // Those without a row may hold a slot.
  const unstored = new Set(old.filter((run) => !run.stored));
  const gone = await renewLeases(engine.pool, old, engine.policy.leaseMs);
  for (const run of old) {
    if (unstored.has(run) || !gone.has(run.id)) run.leasedAt = now;
    // A run that has just ended is gone as well; marking it changes nothing.
    else run.lost = true;
  }
}
