import { setTimeout as sleep } from "node:timers/promises";

import { log } from "@/lib/log";
import type { Hints } from "@/lib/services";

import { inngest } from "./client";

// While the engine is down each request is retried for seconds; more of them would only pile up.
const MAX_IN_FLIGHT = 20;

const PROBE_MS = 1_000;
// An Inngest server accepts 512 KiB in one request.
const MAX_EVENTS = 1_000;

type Event = { name: string; data: object };
const CHANGED: Event = { name: "changes/committed", data: {} };

/**
 * How this process notifies the engine: the first hint at once, those of the next `windowMs`
 * milliseconds together. A hint that fails is dropped; the reconciler recovers it.
 * @param onRecovered called when the engine is reachable again after a failure
 */
export function createHints(windowMs: number, onRecovered: () => void): Hints {
  const send = createSend(onRecovered);
  const due = new Map<string, string | undefined>();
  let changed = false;
  let waiting = false;
  const flush = () => {
    waiting = false;
    const events: Event[] = changed ? [CHANGED] : [];
    for (const [webhook_id, trace] of due)
      events.push({ name: "webhook/due", data: { webhook_id, trace } });
    if (events.length === 0) return;
    changed = false;
    due.clear();
    waiting = true;
    setTimeout(flush, windowMs).unref();
    for (let from = 0; from < events.length; from += MAX_EVENTS)
      send(events.slice(from, from + MAX_EVENTS));
  };
  const soon = () => void (waiting || flush());
  return {
    changesCommitted() {
      changed = true;
      soon();
    },
    wakeWebhooks(ids, trace) {
      for (const id of ids) due.set(id, trace ?? due.get(id));
      soon();
    },
  };
}

function createSend(onRecovered: () => void) {
  let inFlight = 0;
  let away = false;
  const trySend = async (events: Event[]): Promise<boolean> => {
    inFlight += 1;
    try {
      await inngest.send(events);
      return true;
    } catch (error) {
      if (!away)
        log.warn({ err: error }, "engine unreachable; the reconciler will repeat lost hints");
      return false;
    } finally {
      inFlight -= 1;
    }
  };
  // The reconciler backs off, so probe for the engine to notice soon that it is back.
  const probe = async () => {
    away = true;
    do await sleep(PROBE_MS, undefined, { ref: false });
    while (!(await trySend([CHANGED])));
    away = false;
    log.info("engine reachable again");
    onRecovered();
  };
  return (events: Event[]) => {
    if (inFlight >= MAX_IN_FLIGHT) return;
    void trySend(events).then((sent) => (sent || away ? undefined : probe()));
  };
}
