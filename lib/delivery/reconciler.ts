import { setTimeout as sleep } from "node:timers/promises";

import { log } from "@/lib/log";
import type { Uses } from "@/lib/services";
import { endListeners } from "@/lib/webhooks/end-listeners";

import { isActive } from "./active-drains";
import { detectFailover } from "./detect-failover";
import { fanOutChanges } from "./fan-out";
import { POLICY } from "./policy";

// At the start, after every failure, and once a second: a proxy may switch servers silently.
const POLLS_PER_FAILOVER_CHECK = 5;

// No more than one run can hand over before the next one; the rest stays due.
const MAX_ROWS = 200;

type Row = { filesystem_id: string | null; webhook_id: string | null };

/**
 * Finds filesystems with changes to fan out and webhooks that are due, and wakes them (spec 7.14).
 */
export async function reconcile(
  services: Uses<"db" | "tracing" | "wakeupTimeoutMs" | "wakeWebhooks">,
): Promise<void> {
  const rows = await services.db.$queryRaw<Row[]>`
    SELECT * FROM reconciler_tick(${MAX_ROWS}::int, milliseconds(${services.wakeupTimeoutMs}))`;
  const pending = rows.flatMap(({ filesystem_id: id }) => (id === null ? [] : [id]));
  const due = rows.flatMap(({ webhook_id: id }) => (id === null || isActive(id) ? [] : [id]));
  // The query has postponed these, so wake them before anything else can fail.
  if (due.length > 0) services.wakeWebhooks(due);
  const woken = await fanOutChanges(services, pending);
  if (woken.length > 0) services.wakeWebhooks(woken);
}

/** Whether there is something to reconcile: three index reads, and nothing is written. */
async function hasWork({ sql }: Uses<"sql">): Promise<boolean> {
  const [row] = await sql<{ found: boolean }>`
    SELECT EXISTS (SELECT FROM filesystem WHERE undispatched)
      OR EXISTS (SELECT FROM webhook WHERE wake_at <= statement_timestamp())
      OR EXISTS (SELECT FROM webhook WHERE state <> 'disabled' AND access_expires_at <= statement_timestamp()) AS found`;
  return row?.found ?? false;
}

/**
 * Polls until it is stopped, reconciles when there is work, and so recovers every hint, event or run
 * that was lost. A failure is logged once and retried: the database may be down for a while.
 * @param losslessFailover failovers of the database never lose a commit
 */
export function startReconciler(
  services: Uses<"db" | "sql" | "tracing" | "wakeupTimeoutMs" | "wakeWebhooks">,
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
    let polls = 0;
    let ranAt = -Infinity;
    let endedAt = -Infinity;
    while (!stopping.signal.aborted) {
      try {
        if (polls++ % POLLS_PER_FAILOVER_CHECK === 0) await check();
        const isLate = performance.now() - ranAt > POLICY.heartbeatMs;
        if (isLate || (await hasWork(services))) {
          await reconcile(services);
          ranAt = performance.now();
        }
        // However much else there is to do; a failure waits as long as a success.
        if (performance.now() - endedAt > POLICY.heartbeatMs) {
          endedAt = performance.now();
          await endListeners(services);
        }
        failing = false;
      } catch (error) {
        if (!failing)
          log.warn({ err: error }, "reconciler failed to reach the database or the engine");
        failing = true;
        polls = 0;
      }
      const { signal } = stopping;
      await sleep(POLICY.pollEveryMs, undefined, { signal }).catch(() => undefined);
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
