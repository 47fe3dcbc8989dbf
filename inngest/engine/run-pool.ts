import { type EngineContext, errorName } from "./context";
import { type Driver, drive } from "./execute-run";
import { pause } from "./pause";
import { type HeldRun, holdRun } from "./run";
import { type ClaimedRun, renewLeases } from "./store/claim";

/** The runs that one engine holds leases of, each being driven. */
export type Holding = {
  /** Starts to drive a run that is leased to us. False: this app does not have its function. */
  hold: (row: Omit<ClaimedRun, "now_ms">) => boolean;
  /** How many more runs may be taken; none while the engine closes. */
  free: () => number;
  /** Keeps room for `n` runs that are being stored; negative gives it back. */
  reserve: (n: number) => void;
  /** Extends the leases that have run for a while; learns which ones are lost. */
  renew: () => Promise<void>;
  /** Resolves when no run is held any more. */
  emptied: () => Promise<void>;
  counts: () => { running: number; waiting: number; started: number };
};

type Hooks = Pick<Driver, "fail" | "look"> & {
  /** A run has ended, was given back or only waits now: there is room. */
  freed: () => void;
};

/** An empty holding. `hooks` are called while runs are driven, never from within a call of the holding. */
export function createHolding(engine: EngineContext, { freed, ...hooks }: Hooks): Holding {
  const held = new Map<string, HeldRun>();
  const driven = new Set<Promise<void>>();
  const count = { resting: 0, started: 0, reserved: 0 };
  const driver: Driver = {
    ...engine,
    ...hooks,
    async rest(ms) {
      count.resting += 1;
      freed();
      await pause(ms, engine.closing);
      count.resting -= 1;
    },
    crowded: () => held.size > engine.policy.maxHeld,
  };
  return {
    hold(row) {
      const spec = engine.registry.get(row.function_id);
      if (spec === undefined) return false;
      const before = held.get(row.id);
      if (before) before.lost = true;
      const run = holdRun(spec, row);
      held.set(run.id, run);
      count.started += 1;
      const driving = driveLogged(run, driver).finally(() => {
        driven.delete(driving);
        if (held.get(run.id) === run) held.delete(run.id);
        freed();
      });
      driven.add(driving);
      return true;
    },
    free() {
      const busy = held.size - count.resting + count.reserved;
      return engine.closing.aborted ? 0 : Math.max(0, engine.concurrency - busy);
    },
    reserve: (n) => void (count.reserved += n),
    renew: () => renew(engine, [...held.values()]),
    async emptied() {
      while (driven.size > 0) await Promise.allSettled(driven);
    },
    counts: () => ({
      running: held.size - count.resting,
      waiting: count.resting,
      started: count.started,
    }),
  };
}

async function driveLogged(run: HeldRun, driver: Driver): Promise<void> {
  try {
    await drive(run, driver);
  } catch (error) {
    driver.log.error({ run: run.id, error: errorName(error) }, "engine: run dropped");
  }
}

async function renew(engine: EngineContext, held: readonly HeldRun[]): Promise<void> {
  const now = performance.now();
  const old = held.filter((run) => !run.lost && now - run.leasedAt > engine.policy.leaseMs / 3);
  if (old.length === 0) return;
  const gone = await renewLeases(engine.pool, old, engine.policy.leaseMs);
  for (const run of old) {
    if (!gone.has(run.id)) run.leasedAt = now;
    // One that has just ended is gone as well; marking it changes nothing.
    else run.lost = true;
  }
}
