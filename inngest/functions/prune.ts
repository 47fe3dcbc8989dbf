import { cron } from "inngest";

import { inngest } from "@/inngest/client";
import { pruneDeliveries } from "@/lib/delivery/log/prune-deliveries";
import { POLICY } from "@/lib/delivery/policy";
import { pruneHistory } from "@/lib/delivery/prune-history";
import { pruneNotices } from "@/lib/notices/prune-notices";
import { services } from "@/lib/services";
import { pruneInboxes } from "@/lib/test-inbox/prune-inboxes";

import { runEach } from "./run-each";

/** Deletes history that is no longer promised, every minute. */
export const prune = inngest.createFunction(
  { id: "prune", triggers: [cron("* * * * *")], retries: 0 },
  async ({ step }) => {
    const { db } = services();
    return runEach({
      changes: () => step.run("changes", () => pruneHistory(db)),
      deliveries: () => step.run("deliveries", () => pruneDeliveries(db, POLICY)),
      inboxes: () => step.run("inboxes", () => pruneInboxes(db)),
      notices: () => step.run("notices", () => pruneNotices(db)),
    });
  },
);
