import { setMaxListeners } from "node:events";

import { type Arrival, arrivalsOf, newRuns } from "./arrivals";
import { type EngineContext, errorName } from "./context";
import type { IncomingEvent } from "./events";
import { storeFailure } from "./failure";
import { createRecentIds, type RecentIds } from "./recent-ids";
import type { HeldRun } from "./run";
import { createRunPool, type RunPool } from "./run-pool";
import { readState } from "./state";
import { claimDue, postpone } from "./store/claim";
import { insertRuns, type NewRun } from "./store/ingest";

/** Counts of one engine: now, and since its start (`started`, `failed`). */
export type EngineStats = {
  running: number;
  waiting: number;
  calls: number;
  started: number;
  failed: number;
};

/** Accepts events and claims due runs; everything durable is in `store/`. */
export type Executor = {
  /**
   * Starts the runs of events. Those that start here at once and whose ids the sender did not give
   * are only in memory until their first call has ended; the others are stored.
   */
  accept: (events: readonly IncomingEvent[]) => Promise<void>;
  /** The same for events with the functions they start. */
  store: (arrivals: readonly Arrival[]) => Promise<void>;
  /** Claims due runs, as far as there is room. Never rejects: it is called again. */
  claim: () => Promise<void>;
  checkpoint: RunPool["checkpoint"];
  /** How many more runs there is room for. */
  free: RunPool["free"];
  writeIds: RecentIds["write"];
  renew: RunPool["renew"];
  emptied: RunPool["emptied"];
  stats: () => EngineStats;
};

const HINT_EVERY_MS = 50;

/** The executor of one engine. It does nothing until it accepts events or `claim` is called. */
export function createExecutor(engine: EngineContext): Executor {
  setMaxListeners(0, engine.closing, engine.cut);
  let failed = 0;
  let hintedAt = -Infinity;
  const recent = createRecentIds(engine.pool);
  const claimer = createClaimer(engine, () => runs);
  const runs: RunPool = createRunPool(engine, {
    fail,
    claim: claimer.claim,
    freed: claimer.freed,
  });

  function startLeased(created: readonly NewRun[]): void {
    for (const { id, functionId, event, state, lease, stored } of created) {
      const row = { id, function_id: functionId, event, state, memos: null, stored };
      if (lease) runs.add({ ...row, generation: 1, version: -1 });
      else claimer.expectMore();
    }
  }

  async function store(arrivals: readonly Arrival[]): Promise<void> {
    const fresh = newRuns(engine, arrivals, runs.free());
    if (fresh.length === 0) return;
    const now = performance.now();
    // Without room here, other engines get a hint, but not at every event of a flood.
    const hint = now - hintedAt > HINT_EVERY_MS && fresh.some((run) => !run.lease);
    const lease = { owner: engine.owner, ms: engine.policy.leaseMs };
    const reserved = fresh.filter((run) => run.lease).length;
    runs.reserve(reserved);
    try {
      const stored = fresh.filter((run) => run.stored);
      const created = stored.length > 0 ? await insertRuns(engine.pool, stored, lease, hint) : null;
      if (hint) hintedAt = now;
      for (const run of fresh)
        if (run.madeAt !== null) recent.add(run.eventId, run.madeAt, run.stored);
      startLeased(fresh.filter((run) => !run.stored || created?.has(run.id) === true));
    } finally {
      runs.reserve(-reserved);
    }
  }

  async function fail(run: HeldRun, error: Record<string, unknown>): Promise<void> {
    const started = await storeFailure(engine, run, error, runs.free());
    failed += 1;
    startLeased(started);
  }

  return {
    accept: (events) => store(arrivalsOf(engine, recent.unknown(events))),
    store,
    claim: claimer.claim,
    checkpoint: runs.checkpoint,
    free: runs.free,
    writeIds: recent.write,
    renew: runs.renew,
    emptied: runs.emptied,
    stats: () => ({ ...runs.counts(), failed }),
  };
}

const CLAIM_AT_ONCE = 200;
/** For runs of functions that this app does not have: an older or newer version may take them. */
const UNKNOWN_AGAIN_MS = 60_000;

/**
 * Claims due runs into the pool, one statement at a time, while there are some and there is room.
 */
function createClaimer(engine: EngineContext, runs: () => RunPool) {
  let more = false;
  let claiming: Promise<void> | null = null;

  async function claimAll(): Promise<void> {
    while (more && runs().free() > 0) {
      const room = Math.min(runs().free(), CLAIM_AT_ONCE);
      more = false;
      const rows = await claimDue(engine.pool, engine.owner, engine.policy.leaseMs, room);
      if (rows[0]) engine.clock.set(rows[0].now_ms);
      const unknown = rows
        .filter((row) => !runs().add({ ...row, state: readState(row.state), stored: true }))
        .map((row) => row.id);
      if (unknown.length > 0) await postpone(engine.pool, unknown, engine.owner, UNKNOWN_AGAIN_MS);
      more ||= rows.length === room;
    }
  }

  async function claim(): Promise<void> {
    if (engine.closing.aborted) return;
    more = true;
    claiming ??= claimAll()
      .catch((error: unknown) => {
        more = false;
        engine.log.warn({ error: errorName(error) }, "engine: failed to claim runs");
      })
      .finally(() => {
        claiming = null;
        freed();
      });
    await claiming;
  }

  function freed(): void {
    if (more && claiming === null && runs().free() > 0) void claim();
  }

  return { claim, freed, expectMore: () => void (more = true) };
}
