import { setMaxListeners } from "node:events";

import { type Arrival, arrivalsOf, newRuns } from "./arrivals";
import { type EngineContext, errorName } from "./context";
import type { EngineEvent } from "./events";
import { storeFailure } from "./failure";
import type { HeldRun } from "./run";
import { createHolding, type Holding } from "./run-pool";
import { claimDue, postpone } from "./store/claim";
import { insertRuns, type NewRun } from "./store/ingest";

/** Counts of one engine: what it holds now, and what it did since its start. */
export type EngineStats = {
  running: number;
  waiting: number;
  calls: number;
  started: number;
  failed: number;
};

/** Takes in events and due runs; all that is durable is in `store/`. */
export type Executor = {
  /** Stores events with the runs they start; once it returns they will be executed. */
  accept: (events: readonly EngineEvent[]) => Promise<void>;
  /** The same for events that start exactly the functions they come with. */
  store: (arrivals: readonly Arrival[]) => Promise<void>;
  /** Claims what is due, as far as there is room. Never throws: it is called again. */
  look: () => Promise<void>;
  /** How many more runs there is room for. */
  free: Holding["free"];
  renew: Holding["renew"];
  emptied: Holding["emptied"];
  stats: () => EngineStats;
};

const HINT_EVERY_MS = 50;

/** Makes the executor of one engine. It does nothing until it is given events or told to look. */
export function createExecutor(engine: EngineContext): Executor {
  setMaxListeners(0, engine.closing, engine.cut);
  let failed = 0;
  let hintedAt = -Infinity;
  const lookout = createLookout(engine, () => holding);
  const holding: Holding = createHolding(engine, {
    fail,
    look: lookout.look,
    freed: lookout.freed,
  });

  function startLeased(runs: readonly NewRun[]): void {
    for (const { id, functionId, event, state, lease } of runs) {
      const row = { id, function_id: functionId, event, state, memos: null };
      if (lease) holding.hold({ ...row, generation: 1, version: -1 });
      else lookout.missed();
    }
  }

  async function store(arrivals: readonly Arrival[]): Promise<void> {
    const runs = newRuns(engine, arrivals, holding.free());
    if (runs.length === 0) return;
    const now = performance.now();
    // Without room for them the others are told, but not at every event of a flood.
    const hint = now - hintedAt > HINT_EVERY_MS && runs.some((run) => !run.lease);
    if (hint) hintedAt = now;
    const lease = { owner: engine.owner, ms: engine.policy.leaseMs };
    const reserved = runs.filter((run) => run.lease).length;
    holding.reserve(reserved);
    try {
      const created = await insertRuns(engine.pool, runs, lease, hint);
      startLeased(runs.filter((run) => created.has(run.id)));
    } finally {
      holding.reserve(-reserved);
    }
  }

  async function fail(run: HeldRun, error: Record<string, unknown>): Promise<void> {
    const started = await storeFailure(engine, run, error, holding.free());
    failed += 1;
    startLeased(started);
  }

  return {
    accept: (events) => store(arrivalsOf(engine, events)),
    store,
    look: lookout.look,
    free: holding.free,
    renew: holding.renew,
    emptied: holding.emptied,
    stats: () => ({ ...holding.counts(), calls: engine.gate.inside(), failed }),
  };
}

const CLAIM_AT_ONCE = 200;
/** For runs of functions that this app does not have: an older or newer one may take them. */
const UNKNOWN_AGAIN_MS = 60_000;

/** Claims due runs into the holding, one statement at a time, for as long as there are some and there is room. */
function createLookout(engine: EngineContext, holding: () => Holding) {
  let more = false;
  let looking: Promise<void> | null = null;

  async function claim(): Promise<void> {
    while (more && holding().free() > 0) {
      const room = Math.min(holding().free(), CLAIM_AT_ONCE);
      more = false;
      const rows = await claimDue(engine.pool, engine.owner, engine.policy.leaseMs, room);
      if (rows[0]) engine.clock.set(rows[0].now_ms);
      const unknown = rows.filter((row) => !holding().hold(row)).map((row) => row.id);
      if (unknown.length > 0) await postpone(engine.pool, unknown, engine.owner, UNKNOWN_AGAIN_MS);
      more ||= rows.length === room;
    }
  }

  async function look(): Promise<void> {
    if (engine.closing.aborted) return;
    more = true;
    looking ??= claim()
      .catch((error: unknown) => {
        more = false;
        engine.log.warn({ error: errorName(error) }, "engine: could not look for work");
      })
      .finally(() => {
        looking = null;
        freed();
      });
    await looking;
  }

  function freed(): void {
    if (more && looking === null && holding().free() > 0) void look();
  }

  return { look, freed, missed: () => void (more = true) };
}
