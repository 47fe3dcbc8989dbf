import { cron } from "inngest";

import { inngest } from "@/inngest/client";
import { sendUsageNotices } from "@/lib/organisations/send-usage-notices";
import { services } from "@/lib/services";

/** Notifies owners, every ten minutes, of limits that are nearly or fully used. */
export const usageNotices = inngest.createFunction(
  { id: "usage-notices", triggers: [cron("*/10 * * * *")], retries: 0 },
  async ({ step }) => ({ sent: await step.run("send", () => sendUsageNotices(services())) }),
);
