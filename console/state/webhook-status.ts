import type { Webhook } from "@/console/queries/webhooks";
import { WEBHOOK_LIMITS } from "@/lib/contract/webhook-limits";

const FAILING_AFTER_MS = WEBHOOK_LIMITS.retryingMinutes * 60_000;
const DISABLE_AFTER_MS = WEBHOOK_LIMITS.failingHours * 3_600_000;

/** The status of a webhook, by the name people see; times in milliseconds since 1970. */
export type WebhookStatus =
  | { kind: "healthy" }
  | { kind: "retrying"; since: number; disablesAt: number }
  | { kind: "failing"; since: number; disablesAt: number }
  | { kind: "paused" }
  | { kind: "disabled"; reason: "failing" | "access_revoked" };

/** The statuses in the order of lists and filters. */
export const STATUS_KINDS = [
  "healthy",
  "retrying",
  "failing",
  "disabled",
  "paused",
] as const satisfies readonly WebhookStatus["kind"][];

type StatusFields = Pick<Webhook, "state" | "disabled_reason" | "failing_since">;

/**
 * The status of a webhook at `now`. It is disabled 24 h after the first failure since its last success at the
 * earliest: outages of our own extend that (spec 7.9).
 */
export function statusOf(webhook: StatusFields, now: number): WebhookStatus {
  if (webhook.state === "disabled")
    return { kind: "disabled", reason: webhook.disabled_reason ?? "failing" };
  if (webhook.state === "paused") return { kind: "paused" };
  if (webhook.failing_since === null) return { kind: "healthy" };
  const since = Date.parse(webhook.failing_since);
  const disablesAt = since + DISABLE_AFTER_MS;
  return { kind: now - since < FAILING_AFTER_MS ? "retrying" : "failing", since, disablesAt };
}
