import type { Webhook } from "@/console/queries/webhooks";

/** After this much of failing a person should look, in milliseconds: it is no hiccup any more. */
const HICCUP_MS = 3_600_000;
const DISABLE_AFTER_MS = 24 * 3_600_000;

/** How a webhook stands, as a person would put it; times in milliseconds since 1970. */
export type WebhookStatus =
  | { kind: "active" }
  | { kind: "retrying"; since: number; disablesAt: number }
  | { kind: "failing"; since: number; disablesAt: number }
  | { kind: "disabled"; reason: "failing" | "access_revoked" };

type Seen = Pick<Webhook, "state" | "disabled_reason" | "failing_since">;

/**
 * How a webhook stands at `now`. It is disabled 24 h after the first failure since the last success, at the
 * earliest: faults of ours push that back (spec 7.9).
 */
export function statusOf(webhook: Seen, now: number): WebhookStatus {
  if (webhook.state === "disabled")
    return { kind: "disabled", reason: webhook.disabled_reason ?? "failing" };
  if (webhook.failing_since === null) return { kind: "active" };
  const since = Date.parse(webhook.failing_since);
  const disablesAt = since + DISABLE_AFTER_MS;
  return { kind: now - since < HICCUP_MS ? "retrying" : "failing", since, disablesAt };
}
