import { PRODUCT } from "@/lib/product";

import { letter, oneLine } from "./emails";
import type { Mail } from "./mailer";

/** What an organisation is told of a webhook: it fails for an hour, ends within an hour, has ended, works again. */
export type News = "failing" | "ending" | "disabled" | "recovered";

type Input = {
  to: string;
  news: News;
  host: string;
  filesystem: string;
  organisation: string;
  /** The failure code, such as `http_500`. */
  lastFailure: string | null;
  /** It was disabled because its creator lost access, not for failing. */
  accessRevoked: boolean;
  url: string;
};

const SUBJECTS: Record<News, string> = {
  failing: "fails",
  ending: "will be disabled within an hour",
  disabled: "was disabled",
  recovered: "works again",
};

/**
 * Tells somebody what became of a webhook (spec 7.30). It names the host only:
 * neither the URL's path, nor file paths, nor what an endpoint answered.
 */
export function webhookLetter({ to, filesystem, organisation, url, ...webhook }: Input): Mail {
  const what = `The webhook to ${webhook.host} on ${oneLine(filesystem)} (${oneLine(organisation)})`;
  return {
    to,
    subject: `A webhook to ${webhook.host} ${SUBJECTS[webhook.news]}`,
    text: letter(`${what} ${describe(webhook)}`, `${PRODUCT} shows its deliveries:`, url),
  };
}

type Webhook = Pick<Input, "news" | "lastFailure" | "accessRevoked">;

function describe({ news, lastFailure, accessRevoked }: Webhook): string {
  const last = lastFailure === null ? "" : ` The last failure was ${lastFailure}.`;
  if (news === "failing")
    return `has failed for an hour.${last} Deliveries are retried for 24 hours; then it is disabled.`;
  if (news === "ending")
    return `has failed for most of a day and will be disabled within an hour.${last} One acknowledged delivery keeps it.`;
  if (news === "recovered")
    return "works again. Nothing was lost: what it missed is delivered, or a resync asks for a fresh listing.";
  return accessRevoked
    ? "was disabled: who created it may no longer read the filesystem. Create it anew to go on."
    : `was disabled after 24 hours of failures.${last} Enable it when its endpoint works again; it then begins with a resync.`;
}
