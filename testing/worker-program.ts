import { setTimeout as sleep } from "node:timers/promises";

import { drain } from "@/lib/delivery/drain";
import { fanOutPending } from "@/lib/delivery/fan-out";
import { startReconciler } from "@/lib/delivery/reconciler";
import { openServices } from "@/lib/server/open-services";
import { readSettings } from "@/lib/settings";

// A delivering process without an engine: the reconciler's wake-ups run at once. `startWorkerProcess` runs it.
const running = new Set<Promise<void>>();
async function run(id: string): Promise<void> {
  for (let waitMs: number | null = 0; waitMs !== null && waitMs < 1_500;) {
    await sleep(waitMs);
    waitMs = await drain(services, id);
  }
}
const services = await openServices(readSettings(process.env), {
  changesCommitted: () => void fanOutPending(services),
  wakeWebhooks(ids) {
    for (const id of ids) {
      const one = run(id).catch(() => undefined);
      running.add(one);
      void one.finally(() => running.delete(one));
    }
  },
});
const reconciler = startReconciler(services);
process.stdout.write("delivering\n");
process.once("SIGTERM", () => {
  void reconciler
    .stop()
    .then(() => services.sender.close())
    .then(() => Promise.all(running))
    .then(() => services.close())
    .then(() => process.exit(0));
});
