import { setTimeout as sleep } from "node:timers/promises";

import { log } from "@/lib/log";
import type { Uses } from "@/lib/services";

import { checkDatabase } from "./detect-failover";
import { ring } from "./fan-out";
import { POLICY } from "./policy";

// The server is looked at at the start, after every failure, and once a second: a proxy may change it in silence.
const TICKS_PER_CHECK = 10;

// A tick takes no more than it can pass on before the next; the rest stays due.
const MAX_ROWS = 200;

type Row = { filesystem_id: string | null; webhook_id: string | null };

/** One look at what is dirty and what is due, and a wake-up for all of it. */
export async function tick(services: Uses<"db" | "patienceMs" | "wakeWebhooks">): Promise<void> {
  const rows = await services.db.$queryRaw<Row[]>`
    SELECT * FROM guard_tick(${MAX_ROWS}::int, milliseconds(${services.patienceMs}))`;
  const dirty = rows.flatMap(({ filesystem_id: id }) => (id === null ? [] : [id]));
  const due = rows.flatMap(({ webhook_id: id }) => (id === null ? [] : [id]));
  // These were pushed on by their patience, so they are told before anything else can fail.
  if (due.length > 0) services.wakeWebhooks(due);
  const woken = await ring(services, dirty);
  if (woken.length > 0) services.wakeWebhooks(woken);
}

/**
 * Ticks until it is stopped, and makes good for every hint, event or run that was lost.
 * A failed tick is told once and tried again: the database may be away for a while.
 * @param losslessFailover whoever runs the database fails over without losing a commit
 */
export function startGuard(
  services: Uses<"db" | "patienceMs" | "wakeWebhooks">,
  losslessFailover = false,
): { stop(): Promise<void> } {
  const stopping = new AbortController();
  let unchecked = false;
  const check = async () => {
    try {
      await checkDatabase(services, losslessFailover);
      unchecked = false;
    } catch (error) {
      // Deliveries go on: a server that does not tell who it is must not stop them.
      if (!unchecked)
        log.warn({ err: error }, "the guard cannot tell which server the database is");
      unchecked = true;
    }
  };
  const run = async () => {
    let failing = false;
    let ticks = 0;
    while (!stopping.signal.aborted) {
      try {
        if (ticks++ % TICKS_PER_CHECK === 0) await check();
        await tick(services);
        failing = false;
      } catch (error) {
        if (!failing) log.warn({ err: error }, "the guard cannot reach the database or the engine");
        failing = true;
        ticks = 0;
      }
      await sleep(POLICY.guardMs, undefined, { signal: stopping.signal }).catch(() => undefined);
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
