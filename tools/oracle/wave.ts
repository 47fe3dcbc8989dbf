import { setTimeout as sleep } from "node:timers/promises";

import { verify } from "@/lib/delivery/invariants/verify";

import type { Violation } from "./checks";
import { refusedByConstraints } from "./database-log";
import type { Environment } from "./environment";
import { type Fault, inject, planFaults } from "./faults";
import type { OracleOptions } from "./options";
import { seeded } from "./random";
import { openSeed, type Seed } from "./seed";

/** The results of one wave; every seed in it experienced all its faults. */
export type WaveResult = {
  first: number;
  seeds: number;
  operations: number;
  succeeded: number;
  repeated: number;
  faults: string[];
  seconds: number;
  violations: Violation[];
};

type WaveOptions = Pick<OracleOptions, "seed" | "seeds" | "operations" | "faults">;

const AT_ONCE = 6;
const OPEN_TRIES = 5;
const POLL_MS = 3_000;
const HURRY_MS = 1_000;
// The longest wait: a 20 s lease of a killed process, then one backoff that cannot be shortened.
const IDLE_TIMEOUT_MS = 90_000;
// It must keep up only while everything runs.
const NOT_UNDER_FAULTS = new Set(["reconciler-behind"]);

/**
 * Runs some seeds at once: writes, injects faults at the same points of the work each time,
 * settles, compares.
 */
export async function runWave(environment: Environment, options: WaveOptions): Promise<WaveResult> {
  const begun = performance.now();
  const { service, receiverPool, log } = environment;
  const violations: Violation[] = [];
  const broken = (violation: Violation) => {
    violations.push(violation);
    log(`violation: seed ${violation.seed}: ${violation.rule}: ${violation.detail}`);
  };
  await service.ready();
  const seeds = await openSeeds(options, (seed) => openSeed(seed, service, receiverPool, broken));
  const plan = planFaults(seeded(options.seed, "faults"), options.faults);
  const { lines } = refusedByConstraints(service.dataDir, 0);
  for (const { proxy } of service.machines) proxy.faultMode = "mixed";
  const watching = watchInvariants(environment, broken, options.seed);
  const faults = await writeUnderFaults(environment, seeds, plan, options.operations);
  for (const { proxy } of service.machines) proxy.faultMode = "normal";
  for (const seed of seeds) seed.calm();
  await service.ready();
  await watching.stop();
  log(`seeds ${options.seed} onwards: written, waiting for the mirrors`);
  for (const { seed, pending } of await waitUntilIdle(environment, seeds))
    broken({
      seed,
      webhook: "",
      rule: "settled",
      detail: `timed out after ${IDLE_TIMEOUT_MS / 1_000} s: ${pending}`,
    });
  for (const seed of seeds) await seed.check();
  for (const { rule, count, ids } of await verify(environment.db))
    broken({
      seed: options.seed,
      webhook: "",
      rule: `verify ${rule}`,
      detail: `${count}: ${ids.join(" ")}`,
    });
  for (const detail of refusedByConstraints(service.dataDir, lines).refused)
    broken({ seed: options.seed, webhook: "", rule: "constraint", detail });
  const sum = (of: "responses" | "succeeded" | "repeated") =>
    seeds.reduce((n, seed) => n + (seed.written()?.[of] ?? 0), 0);
  return {
    first: options.seed,
    seeds: seeds.length,
    operations: sum("responses"),
    succeeded: sum("succeeded"),
    repeated: sum("repeated"),
    faults,
    seconds: Math.round((performance.now() - begun) / 1_000),
    violations,
  };
}

/**
 * Opens them a few at a time. A creation without a response is repeated, and its possible leftovers
 * are ignored.
 */
async function openSeeds(
  { seed, seeds }: WaveOptions,
  open: (seed: number) => Promise<Seed>,
): Promise<Seed[]> {
  const waiting = Array.from({ length: seeds }, (_, i) => seed + i);
  const opened: Seed[] = [];
  const openNext = async (left = OPEN_TRIES) => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const made = await open(next).catch(async (error: unknown) => {
        if (left === 1) throw error;
        await sleep(POLL_MS);
        return null;
      });
      if (made !== null) opened.push(made);
      else {
        waiting.unshift(next);
        return openNext(left - 1);
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, () => openNext()));
  return opened.toSorted((a, b) => a.seed - b.seed);
}

/** Injects the faults one after the other, each when its share of all operations is done. */
async function writeUnderFaults(
  { service, sql, log }: Environment,
  seeds: readonly Seed[],
  plan: readonly Fault[],
  operations: number,
): Promise<string[]> {
  const total = seeds.length * operations;
  const ids = seeds.map(({ filesystemId }) => filesystemId);
  const injected: string[] = [];
  let under = Promise.resolve();
  let done = 0;
  const onOperation = () => {
    done += 1;
    for (let next = plan[injected.length]; next !== undefined; next = plan[injected.length]) {
      if (done < (total * (injected.length + 1)) / (plan.length + 1)) return;
      const fault = next;
      injected.push(fault.name);
      under = under.then(() => {
        log(`fault: ${fault.name} (${fault.machine + 1})`);
        return inject(fault, service, sql, ids);
      });
    }
  };
  await Promise.all(seeds.map((seed) => seed.write(operations, onOperation)));
  await under;
  return injected;
}

/** Checks the invariants repeatedly while faults are injected. The database may be down. */
function watchInvariants(
  { db }: Environment,
  broken: (violation: Violation) => void,
  seed: number,
) {
  const stopping = new AbortController();
  const run = async () => {
    while (!stopping.signal.aborted) {
      const found = await verify(db).catch(() => []);
      for (const { rule, count, ids } of found.filter((one) => !NOT_UNDER_FAULTS.has(one.rule)))
        broken({
          seed,
          webhook: "",
          rule: `verify ${rule}`,
          detail: `live, ${count}: ${ids.join(" ")}`,
        });
      await sleep(POLL_MS, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  };
  const running = run();
  return {
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

type Row = {
  filesystem_id: string;
  webhook_id: string | null;
  is_waiting: boolean;
  pending: unknown;
};

/**
 * Waits until nothing is left to send or list. Returns the seeds that timed out, and what they wait
 * for.
 */
async function waitUntilIdle({ sql }: Environment, seeds: readonly Seed[]) {
  const endsAt = performance.now() + IDLE_TIMEOUT_MS;
  const ids = seeds.map(({ filesystemId }) => filesystemId);
  for (;;) {
    const { rows } = await sql
      .query<Row>(
        `SELECT f.id AS filesystem_id, w.id AS webhook_id, coalesce(w.msg_id IS NOT NULL AND w.lease_until IS NULL, false) AS is_waiting,
           json_build_object('now', clock_timestamp(), 'undispatched', f.undispatched, 'head', f.head, 'floor', f.floor, 'webhook', to_jsonb(w) - 'url' - 'body') AS pending
         FROM filesystem f LEFT JOIN webhook w ON w.filesystem_id = f.id AND (w.wake_at IS NOT NULL OR w.state <> 'active')
         WHERE f.id = ANY ($1) AND (f.undispatched OR w.id IS NOT NULL)`,
        [ids],
      )
      .catch(() => ({
        rows: [{ filesystem_id: "", webhook_id: null, is_waiting: false, pending: null }],
      }));
    const busy = new Set(rows.map((row) => row.filesystem_id));
    const left = seeds.filter((seed) => busy.has(seed.filesystemId) || !seed.isIdle());
    if ((left.length === 0 && rows.length === 0) || performance.now() > endsAt)
      return left.map(({ seed, filesystemId }) => {
        const pending = rows.flatMap((row) =>
          row.filesystem_id === filesystemId ? [row.pending] : [],
        );
        return {
          seed,
          pending: pending.length > 0 ? JSON.stringify(pending) : "a pending listing",
        };
      });
    const waiting = new Set(rows.flatMap((row) => (row.is_waiting ? [row.webhook_id ?? ""] : [])));
    await Promise.all(left.map((seed) => seed.retryNow(waiting)));
    await sleep(HURRY_MS);
  }
}
