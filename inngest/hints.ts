import { log } from "@/lib/log";
import type { Hints } from "@/lib/services";

import { inngest } from "./client";

/**
 * How this process tells the engine: at most one `changes/committed` in `joinMs`, the first at once.
 * A hint that does not get through is dropped; the guard makes good for it.
 */
export function createHints(joinMs: number): Hints {
  let waiting = false;
  let again = false;
  const changesCommitted = () => {
    if (waiting) {
      again = true;
      return;
    }
    waiting = true;
    again = false;
    void send([{ name: "changes/committed", data: {} }]);
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

async function send(events: { name: string; data: object }[]): Promise<void> {
  try {
    await inngest.send(events);
  } catch (error) {
    log.warn({ err: error }, "a hint did not reach the engine");
  }
}
