import type { Notice } from "@/console/queries/notices";
import { WEBHOOK_LIMITS } from "@/lib/contract/webhook-limits";

import { limitsText } from "./limits";
import { webhookName } from "./webhook-name";

/** The notices under the bell. */
export const text = {
  markAll: "Mark all as read",
  markAllAgain: "Couldn't mark as read. Try again",
  settings: "Notification settings",
  none: "No notifications in the last 30 days",
  unread: "Unread:",
  unhealthy: (webhooks: number) =>
    webhooks === 1 ? "1 webhook needs attention now" : `${webhooks} webhooks need attention now`,
} as const;

const code = (failure: string | null) => (failure === null ? "" : ` (${failure})`);

const WEBHOOK_NEWS = {
  failing: (failure: string | null) => `has been failing for an hour${code(failure)}`,
  ending: (failure: string | null) => `will be disabled within an hour${code(failure)}`,
  disabled: (failure: string | null) =>
    `was disabled after ${WEBHOOK_LIMITS.failingHours} hours of failures${code(failure)}`,
  recovered: () => "is healthy again",
} as const;

/**
 * A notice as a sentence; the slot `date` is when an API key expires. Names cannot open a slot.
 * @param webhook what tells the webhook from others, if it still exists
 */
export function sentenceOf(notice: Notice, webhook?: string): string {
  if (notice.topic === "api_keys") {
    const { name, last4 } = notice.detail;
    return `API key ${plain(name)} (…${last4}) expires on {date}`;
  }
  if (notice.topic === "usage") {
    const { filesystem_name: name, kind, percent } = notice.detail;
    const what = limitsText.labels[kind].replace(/^[SF]/, (c) => c.toLowerCase());
    return `${name === null ? "Your organisation" : plain(name)} has used ${percent}% of its ${what}`;
  }
  const { host, filesystem_name: name, last_failure: failure, disabled_reason } = notice.detail;
  const news =
    notice.news === "disabled" && disabled_reason === "access_revoked"
      ? "was disabled: its creator lost access"
      : WEBHOOK_NEWS[notice.news](failure);
  return `${plain(webhook ?? webhookName(host))} on ${plain(name)} ${news}`;
}

const plain = (name: string) => name.replaceAll(/[{}]/g, "");

/** The page of what a notice is about; of its kind if it is gone. */
export function hrefOf(orgId: string, notice: Notice): string {
  const org = `/o/${orgId}`;
  const { topic, filesystem_id: fs, webhook_id: webhook } = notice;
  if (topic === "api_keys") return `${org}/keys`;
  if (topic === "usage") return fs === null ? `${org}/settings` : `${org}/filesystems/${fs}/usage`;
  if (fs === null || webhook === null) return `${org}/webhooks`;
  return `${org}/filesystems/${fs}/webhooks/${webhook}`;
}
