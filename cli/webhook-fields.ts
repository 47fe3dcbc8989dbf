import type { z } from "zod";

import type { Webhook } from "@/lib/contract/webhooks";

import { fields } from "./output";

/** A webhook as text: what it is, how it is, and since when. */
export function webhookFields(webhook: z.output<typeof Webhook>): string {
  const { last_failure: failure, last_failure_detail: detail } = webhook;
  return fields({
    id: webhook.id,
    url: webhook.url,
    prefix: webhook.path_prefix,
    state: [webhook.state, webhook.disabled_reason].filter(Boolean).join(": "),
    "pending changes": String(webhook.pending_changes),
    "last success": webhook.last_success_at ?? "-",
    "last failure": [webhook.last_failure_at ?? "-", failure, detail].filter(Boolean).join(" "),
    "next attempt": webhook.next_attempt_at ?? "-",
  });
}
