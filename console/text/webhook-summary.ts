import type { WebhookCounts } from "@/console/queries/filesystem-summary";

import { countOf } from "./sizes";

/** The webhooks of a filesystem in a few words, as in "1 of 3 failing, 1 disabled". */
export function webhookHealth(webhooks: WebhookCounts): string {
  const { total } = webhooks;
  if (total === 0) return "No webhooks";
  const [first, ...others] = (["failing", "retrying", "disabled", "paused"] as const)
    .filter((state) => webhooks[state] > 0)
    .map((state) => ({ state, count: webhooks[state] }));
  if (first === undefined) return countOf(total, "healthy webhook");
  const rest = others.map(({ state, count }) => `, ${count} ${state}`).join("");
  return `${first.count} of ${total} ${first.state}${rest}`;
}
