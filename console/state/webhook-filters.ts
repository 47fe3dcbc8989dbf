import type { Webhook } from "@/console/queries/webhooks";

import { type WebhookStatus, statusOf } from "./webhook-status";

/** How webhooks can stand, the best first. */
const KINDS = ["active", "retrying", "failing", "disabled"] as const satisfies readonly Kind[];
type Kind = WebhookStatus["kind"];

/** What a list of webhooks is narrowed to. */
export type WebhookFilters = { text: string; kind: Kind | undefined };

/** Reads filters from a page's address; what makes no sense there counts as not given. */
export function readWebhookFilters(search: URLSearchParams): WebhookFilters {
  return {
    text: search.get("q") ?? "",
    kind: KINDS.find((kind) => kind === search.get("status")),
  };
}

/**
 * The webhooks whose URL or path prefix holds the text, narrowed to one way to stand at `now`, and how many of those
 * with the text stand each way.
 */
export function narrowWebhooks(webhooks: readonly Webhook[], filters: WebhookFilters, now: number) {
  const text = filters.text.trim().toLowerCase();
  const found = webhooks
    .filter(({ url, path_prefix: prefix }) => `${url} ${prefix}`.toLowerCase().includes(text))
    .map((webhook) => ({ webhook, kind: statusOf(webhook, now).kind }));
  const counts = KINDS.map((kind) => ({
    kind,
    count: found.filter((one) => one.kind === kind).length,
  }));
  const shown = found.filter(({ kind }) => filters.kind === undefined || kind === filters.kind);
  return { counts, found: found.length, shown: shown.map(({ webhook }) => webhook) };
}
