import { cron } from "inngest";

import { inngest } from "@/inngest/client";
import { pruneChanges } from "@/lib/changes/prune-changes";
import { POLICY } from "@/lib/delivery/policy";
import { pruneDeliveries } from "@/lib/delivery/prune-deliveries";
import { services } from "@/lib/services";

/** Forgets history that is no longer promised, every minute. */
export const prune = inngest.createFunction(
  { id: "prune", triggers: [cron("* * * * *")], retries: 0 },
  async ({ step }) => {
    const { db } = services();
    const { keepChangesMs: ms, keepChanges: rows, pruneRows } = POLICY;
    const changes = await step.run("changes", () =>
      pruneChanges(db, { ms, rows, step: pruneRows }),
    );
    const deliveries = await step.run("deliveries", () => pruneDeliveries(db, POLICY));
    return { changes, deliveries };
  },
);
