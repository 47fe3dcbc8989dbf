import { queryOptions } from "@tanstack/react-query";
import type { z } from "zod";

import { api } from "@/lib/api-client/api";
import { request, urlOf } from "@/lib/api-client/request";
import type { Webhook as WebhookShape } from "@/lib/contract/webhooks";

/** A webhook as the API shows it (spec 7.15). */
export type Webhook = z.infer<typeof WebhookShape>;

/** What names a filesystem in every route. */
export type FilesystemIds = { org_id: string; fs_id: string };
/** What names a webhook in every route. */
export type WebhookIds = FilesystemIds & { webhook_id: string };

/** The spans that statistics come in. */
export const WINDOWS = ["1h", "24h", "7d"] as const;
export type Window = (typeof WINDOWS)[number];
/** What they are called. */
export const WINDOW_NAMES: Record<Window, string> = {
  "1h": "1 hour",
  "24h": "24 hours",
  "7d": "7 days",
};

/** The webhooks of a filesystem. Pages hold them fresh by the stream. */
export const webhooksQuery = (params: FilesystemIds) =>
  queryOptions({
    queryKey: ["webhooks", params.fs_id],
    queryFn: ({ signal }) => request(api.webhooks.list, { params, signal }),
  });

/** One webhook. */
export const webhookQuery = (params: WebhookIds) =>
  queryOptions({
    queryKey: ["webhook", params.webhook_id],
    queryFn: ({ signal }) => request(api.webhooks.get, { params, signal }),
  });

// Counts are made from attempts as they end; every new attempt asks again, and nobody sees more than this often.
const STATS_STALE_MS = 5_000;

/** What became of a webhook's attempts over a span of time. */
export const statsQuery = (params: WebhookIds, window: Window) =>
  queryOptions({
    queryKey: ["webhook", params.webhook_id, "stats", window],
    queryFn: ({ signal }) => request(api.deliveries.stats, { params, query: { window }, signal }),
    staleTime: STATS_STALE_MS,
    placeholderData: (before) => before,
  });

/** Where a filesystem's webhooks are told live. */
export const webhooksStream = (params: FilesystemIds) => urlOf(api.webhooks.stream.path, params);

/** Where one webhook and its deliveries are told live. */
export const webhookStream = (params: WebhookIds) => urlOf(api.deliveries.stream.path, params);

/** Makes a webhook; the answer is the only one with its secret. */
export const createWebhook = (params: FilesystemIds, body: { url: string; path_prefix: string }) =>
  request(api.webhooks.create, { params, body });

/** Brings the waiting attempt forward. */
export const retryNow = (params: WebhookIds) => request(api.webhooks.retryNow, { params });

/** Replaces the secret; the answer is the only one with the new one. */
export const rotateSecret = (params: WebhookIds) => request(api.webhooks.rotateSecret, { params });

/** Brings a disabled webhook back; its next message is a resync. */
export const enableWebhook = (params: WebhookIds) => request(api.webhooks.enable, { params });

/** Deletes a webhook; no attempt starts afterwards. */
export const deleteWebhook = (params: WebhookIds) => request(api.webhooks.remove, { params });
