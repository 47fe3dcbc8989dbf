import { setTimeout as sleep } from "node:timers/promises";

import { log } from "@/lib/log";
import type { Hints } from "@/lib/services";

import { inngest } from "./client";

// While the engine is down each request is retried for seconds; more of them would only pile up.
const MAX_IN_FLIGHT = 20;

const PROBE_MS = 1_000;

type Event = { name: string; data: object };

/**
 * How this process notifies the engine: at most one `changes/committed` per `windowMs`
 * milliseconds, the first at once. A hint that fails is dropped; the reconciler recovers it.
 * @param onRecovered called when the engine is reachable again after a failure
 */
export function createHints(windowMs: number, onRecovered: () => void): Hints {
  const send = createSend(onRecovered);
  let waiting = false;
  let again = false;
  const changesCommitted = () => {
    if (waiting) {
      again = true;
      return;
    }
    waiting = true;
    again = false;
    send([{ name: "changes/committed", data: {} }]);
    setTimeout(() => {
      waiting = false;
      if (again) changesCommitted();
    }, windowMs).unref();
  };
  return {
    changesCommitted,
    wakeWebhooks: (ids) =>
      send(ids.map((id) => ({ name: "webhook/due", data: { webhook_id: id } }))),
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
    while (!(await trySend([{ name: "changes/committed", data: {} }])));
    away = false;
    log.info("engine reachable again");
    onRecovered();
  };
  return (events: Event[]) => {
    if (inFlight >= MAX_IN_FLIGHT) return;
    void trySend(events).then((sent) => (sent || away ? undefined : probe()));
  };
}
