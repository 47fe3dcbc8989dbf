import type { Webhook } from "@/console/queries/webhooks";
import { WEBHOOK_LIMITS } from "@/lib/contract/webhook-limits";

const FAILING_AFTER_MS = WEBHOOK_LIMITS.retryingMinutes * 60_000;

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

type StatusFields = Pick<Webhook, "state" | "disabled_reason" | "failing_since" | "disables_at">;

/** The status of a webhook at `now`. */
export function statusOf(webhook: StatusFields, now: number): WebhookStatus {
  if (webhook.state === "disabled")
    return { kind: "disabled", reason: webhook.disabled_reason ?? "failing" };
  if (webhook.state === "paused") return { kind: "paused" };
  const { failing_since: failing, disables_at: ends } = webhook;
  if (failing === null || ends === null) return { kind: "healthy" };
  const since = Date.parse(failing);
  const disablesAt = Date.parse(ends);
  return { kind: now - since < FAILING_AFTER_MS ? "retrying" : "failing", since, disablesAt };
}

/** Orders webhooks by what needs attention first; those that need none stay as they are. */
export function byUrgency(now: number) {
  const rank = (webhook: StatusFields): [number, number] => {
    const status = statusOf(webhook, now);
    if (status.kind === "failing") return [0, status.disablesAt];
    if (status.kind === "disabled") return [1, 0];
    return status.kind === "retrying" ? [2, status.since] : [3, 0];
  };
  return (a: StatusFields, b: StatusFields): number => {
    const [[kindA, timeA], [kindB, timeB]] = [rank(a), rank(b)];
    return kindA - kindB || timeA - timeB;
  };
}
