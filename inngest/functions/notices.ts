import { cron } from "inngest";

import { inngest } from "@/inngest/client";
import { sendNotices } from "@/lib/delivery/send-notices";
import { services } from "@/lib/services";

/**
 * Notifies organisations, every minute, of webhooks that fail, are about to be disabled, were
 * disabled, or recovered.
 */
export const notices = inngest.createFunction(
  { id: "notices", triggers: [cron("* * * * *")], retries: 0 },
  async ({ step }) => ({ sent: await step.run("send", () => sendNotices(services())) }),
);
