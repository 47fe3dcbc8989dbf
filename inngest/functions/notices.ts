import { cron } from "inngest";

import { inngest } from "@/inngest/client";
import { sendNotices } from "@/lib/delivery/send-notices";
import { sendExpiryWarnings } from "@/lib/organisations/send-expiry-warnings";
import { services } from "@/lib/services";

import { runEach } from "./run-each";

/**
 * Notifies organisations, every minute, of webhooks that fail, are about to be disabled, were disabled, or recovered,
 * and of API keys that expire soon.
 */
export const notices = inngest.createFunction(
  { id: "notices", triggers: [cron("* * * * *")], retries: 0 },
  ({ step }) =>
    runEach({
      sent: () => step.run("send", () => sendNotices(services())),
      warned: () => step.run("warn", () => sendExpiryWarnings(services())),
    }),
);
