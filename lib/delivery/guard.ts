import { setTimeout as sleep } from "node:timers/promises";

import { log } from "@/lib/log";
import type { Services } from "@/lib/services";

import { POLICY } from "./policy";
import { ring } from "./ring";

// A tick takes no more than it can pass on before the next; the rest stays due.
const MAX_ROWS = 200;

type Row = { filesystem_id: string | null; webhook_id: string | null };

/** One look at what is dirty and what is due, and a wake-up for all of it. */
export async function tick(services: Services): Promise<void> {
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
 */
export function startGuard(services: Services): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const run = async () => {
    let failing = false;
    while (!stopping.signal.aborted) {
      try {
        await tick(services);
        failing = false;
      } catch (error) {
        if (!failing) log.warn({ err: error }, "the guard cannot reach the database or the engine");
        failing = true;
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
