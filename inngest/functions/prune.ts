import { cron } from "inngest";

import { inngest } from "@/inngest/client";
import { pruneDeliveries } from "@/lib/delivery/log/prune-deliveries";
import { POLICY } from "@/lib/delivery/policy";
import { pruneHistory } from "@/lib/delivery/prune-history";
import { pruneNotices } from "@/lib/notices/prune-notices";
import { services } from "@/lib/services";
import { pruneInboxes } from "@/lib/test-inbox/prune-inboxes";

/** Deletes history that is no longer promised, every minute. */
export const prune = inngest.createFunction(
  { id: "prune", triggers: [cron("* * * * *")], retries: 0 },
  async ({ step }) => {
    const { db } = services();
    const changes = await step.run("changes", () => pruneHistory(db));
    const deliveries = await step.run("deliveries", () => pruneDeliveries(db, POLICY));
    const inboxes = await step.run("inboxes", () => pruneInboxes(db));
    const notices = await step.run("notices", () => pruneNotices(db));
    return { changes, deliveries, inboxes, notices };
  },
);
