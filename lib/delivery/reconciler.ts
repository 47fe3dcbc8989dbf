import { setTimeout as sleep } from "node:timers/promises";

import { log } from "@/lib/log";
import type { Uses } from "@/lib/services";

import { detectFailover } from "./detect-failover";
import { fanOutChanges } from "./fan-out";
import { POLICY } from "./policy";

// At the start, after every failure, and once a second: a proxy may switch servers silently.
const RUNS_PER_FAILOVER_CHECK = 10;

// No more than one run can hand over before the next one; the rest stays due.
const MAX_ROWS = 200;

type Row = { filesystem_id: string | null; webhook_id: string | null };

/**
 * Finds filesystems with changes to fan out and webhooks that are due, and wakes them (spec 7.14).
 */
export async function reconcile(
  services: Uses<"db" | "wakeupTimeoutMs" | "wakeWebhooks">,
): Promise<void> {
  const rows = await services.db.$queryRaw<Row[]>`
    SELECT * FROM reconciler_tick(${MAX_ROWS}::int, milliseconds(${services.wakeupTimeoutMs}))`;
  const pending = rows.flatMap(({ filesystem_id: id }) => (id === null ? [] : [id]));
  const due = rows.flatMap(({ webhook_id: id }) => (id === null ? [] : [id]));
  // The query has postponed these, so wake them before anything else can fail.
  if (due.length > 0) services.wakeWebhooks(due);
  const woken = await fanOutChanges(services, pending);
  if (woken.length > 0) services.wakeWebhooks(woken);
}

/**
 * Reconciles until it is stopped, and so recovers every hint, event or run that was lost. A failure
 * is logged once and retried: the database may be down for a while.
 * @param losslessFailover failovers of the database never lose a commit
 */
export function startReconciler(
  services: Uses<"db" | "wakeupTimeoutMs" | "wakeWebhooks">,
  losslessFailover = false,
): { stop(): Promise<void> } {
  const stopping = new AbortController();
  let uncheckable = false;
  const check = async () => {
    try {
      await detectFailover(services, losslessFailover);
      uncheckable = false;
    } catch (error) {
      // Deliveries go on: a server that cannot be identified must not stop them.
      if (!uncheckable) log.warn({ err: error }, "failed to check for a database failover");
      uncheckable = true;
    }
  };
  const run = async () => {
    let failing = false;
    let runs = 0;
    while (!stopping.signal.aborted) {
      try {
        if (runs++ % RUNS_PER_FAILOVER_CHECK === 0) await check();
        await reconcile(services);
        failing = false;
      } catch (error) {
        if (!failing)
          log.warn({ err: error }, "reconciler failed to reach the database or the engine");
        failing = true;
        runs = 0;
      }
      const { signal } = stopping;
      await sleep(POLICY.reconcileEveryMs, undefined, { signal }).catch(() => undefined);
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
