import type { Webhook } from "@/console/queries/webhooks";
import { webhookName } from "@/console/text/webhook-name";

import { STATUS_KINDS, statusOf, type WebhookStatus } from "./webhook-status";

type Kind = WebhookStatus["kind"];

/** What a list of webhooks is narrowed to. */
export type WebhookFilters = { text: string; kind: Kind | undefined };

/** Reads filters from a page's URL and ignores invalid values. */
export function readWebhookFilters(search: URLSearchParams): WebhookFilters {
  return {
    text: search.get("q") ?? "",
    kind: STATUS_KINDS.find((kind) => kind === search.get("status")),
  };
}

/**
 * Returns the webhooks whose URL, path prefix or description contains the text and whose status at `now` matches, and how many
 * with that text have each status.
 */
export function narrowWebhooks(webhooks: readonly Webhook[], filters: WebhookFilters, now: number) {
  const text = filters.text.trim().toLowerCase();
  const found = webhooks
    .filter(({ url, path_prefix: prefix, description }) =>
      `${url} ${webhookName(new URL(url).host)} ${prefix} ${description}`
        .toLowerCase()
        .includes(text),
    )
    .map((webhook) => ({ webhook, kind: statusOf(webhook, now).kind }));
  const counts = STATUS_KINDS.map((kind) => ({
    kind,
    count: found.filter((one) => one.kind === kind).length,
  }));
  const shown = found.filter(({ kind }) => filters.kind === undefined || kind === filters.kind);
  return { counts, found: found.length, shown: shown.map(({ webhook }) => webhook) };
}
