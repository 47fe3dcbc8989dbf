import { setTimeout as sleep } from "node:timers/promises";

import { log } from "@/lib/log";
import type { Hints } from "@/lib/services";

import { inngest } from "./client";

// While the engine is away each request is tried for seconds; more of them than this would only pile up.
const MAX_IN_FLIGHT = 20;

const PROBE_MS = 1_000;

type Event = { name: string; data: object };

/**
 * How this process tells the engine: at most one `changes/committed` in `joinMs`, the first at once.
 * A hint that does not get through is dropped; the guard makes good for it. `onRecovered` is called when one gets
 * through after others did not.
 */
export function createHints(joinMs: number, onRecovered: () => void): Hints {
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
    }, joinMs).unref();
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
      if (!away) log.warn({ err: error }, "the engine cannot be reached; the guard will ask again");
      return false;
    } finally {
      inFlight -= 1;
    }
  };
  // The guard asks ever more rarely, so somebody has to notice soon that the engine is back.
  const untilBack = async () => {
    away = true;
    do await sleep(PROBE_MS, undefined, { ref: false });
    while (!(await trySend([{ name: "changes/committed", data: {} }])));
    away = false;
    log.info("the engine can be reached again");
    onRecovered();
  };
  return (events: Event[]) => {
    if (inFlight >= MAX_IN_FLIGHT) return;
    void trySend(events).then((sent) => (sent || away ? undefined : untilBack()));
  };
}
