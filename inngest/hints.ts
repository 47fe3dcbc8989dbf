import { log } from "@/lib/log";
import type { Hints } from "@/lib/services";

import { inngest } from "./client";

// While the engine is away each request is tried for seconds; more of them than this would only pile up.
const MAX_IN_FLIGHT = 20;

/**
 * How this process tells the engine: at most one `changes/committed` in `joinMs`, the first at once.
 * A hint that does not get through is dropped; the guard makes good for it.
 */
export function createHints(joinMs: number): Hints {
  const send = createSend();
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

function createSend() {
  let inFlight = 0;
  let failing = false;
  const deliver = async (events: { name: string; data: object }[]) => {
    inFlight += 1;
    try {
      await inngest.send(events);
      failing = false;
    } catch (error) {
      if (!failing)
        log.warn({ err: error }, "the engine cannot be reached; the guard will ask again");
      failing = true;
    } finally {
      inFlight -= 1;
    }
  };
  return (events: { name: string; data: object }[]) => {
    if (inFlight < MAX_IN_FLIGHT) void deliver(events);
  };
}
