import { LIMITS } from "@/lib/contract/limits";

import { emailText, hostInText, nameInText, whyAlerted } from "./emails";
import type { Mail } from "./mailer";

/** Failing for an hour, about to be disabled within an hour, disabled, or healthy again. */
export type News = "failing" | "ending" | "disabled" | "recovered";

type Input = {
  to: string;
  news: News;
  webhook_id: string;
  host: string;
  filesystem_id: string;
  filesystem: string;
  org_id: string;
  organisation: string;
  /** The failure code, such as `http_500`. */
  lastFailure: string | null;
  /** Disabled because its creator lost access, not because it failed. */
  accessRevoked: boolean;
  appUrl: URL;
};

const SUBJECTS: Record<News, string> = {
  failing: "is failing",
  ending: "will be disabled within an hour",
  disabled: "was disabled",
  recovered: "is healthy again",
};

/**
 * Tells about a webhook (spec 7.30). Contains only its host: no URL path, file paths or response of the endpoint.
 */
export function webhookEmail({ to, ...webhook }: Input): Mail {
  const { org_id, filesystem_id, webhook_id, filesystem, organisation, appUrl } = webhook;
  const host = hostInText(webhook.host);
  const what = `The webhook to ${host} on ${nameInText(filesystem)} (${nameInText(organisation)})`;
  const page = `/o/${org_id}/filesystems/${filesystem_id}/webhooks/${webhook_id}`;
  return {
    to,
    subject: `Webhook to ${host} ${SUBJECTS[webhook.news]}`,
    text: emailText(
      `${what} ${describe(webhook)}`,
      "View its deliveries:",
      new URL(page, appUrl).href,
      ...whyAlerted("webhooks", webhook),
    ),
  };
}

type Webhook = Pick<Input, "news" | "lastFailure" | "accessRevoked">;

function describe({ news, lastFailure, accessRevoked }: Webhook): string {
  const last = lastFailure === null ? "" : ` The last failure was ${lastFailure}.`;
  if (news === "failing")
    return `has been failing for an hour.${last} We retry for ${LIMITS.failingHours} hours, then disable the webhook.`;
  if (news === "ending")
    return `will be disabled within an hour, after almost ${LIMITS.failingHours} hours of failures.${last} One acknowledged delivery keeps it active.`;
  if (news === "recovered")
    return "is healthy again. Nothing was lost: missed changes are delivered, or a resync tells your endpoint to list the files again.";
  return accessRevoked
    ? "was disabled because its creator no longer has access to the filesystem. Create a new webhook to continue."
    : `was disabled after ${LIMITS.failingHours} hours of failures.${last} Fix the endpoint, then enable the webhook; it starts with a resync.`;
}
