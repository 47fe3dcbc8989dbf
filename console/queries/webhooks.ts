import { queryOptions } from "@tanstack/react-query";
import type { z } from "zod";

import { deliveriesApi } from "@/lib/api-client/calls/deliveries";
import { webhooksApi } from "@/lib/api-client/calls/webhooks";
import { request, urlOf } from "@/lib/api-client/request";
import type { Webhook as WebhookShape } from "@/lib/contract/webhooks";

/** A webhook as the API returns it (spec 7.15). */
export type Webhook = z.infer<typeof WebhookShape>;

/** The route parameters of a filesystem. */
export type FilesystemIds = { org_id: string; fs_id: string };
/** The route parameters of a webhook. */
export type WebhookIds = FilesystemIds & { webhook_id: string };

/** The time ranges of statistics. */
export const WINDOWS = ["1h", "24h", "7d"] as const;
export type Window = (typeof WINDOWS)[number];

const HOUR_MS = 3_600_000;

/** The time range that a page's URL names, else the one that fits the age of the webhook. */
export const windowOf = (
  search: URLSearchParams,
  { created_at: at }: Pick<Webhook, "created_at">,
  now: number,
): Window =>
  WINDOWS.find((one) => one === search.get("window")) ??
  (now - Date.parse(at) < HOUR_MS ? "1h" : "24h");

/** The webhooks of a filesystem. Pages keep them up to date by the stream. */
export const webhooksQuery = (params: FilesystemIds) =>
  queryOptions({
    queryKey: ["webhooks", params.fs_id],
    queryFn: ({ signal }) => request(webhooksApi.list, { params, signal }),
  });

/** One webhook. */
export const webhookQuery = (params: WebhookIds) =>
  queryOptions({
    queryKey: ["webhook", params.webhook_id],
    queryFn: ({ signal }) => request(webhooksApi.get, { params, signal }),
  });

// Every attempt invalidates the counts; they are fetched at most this often.
const STATS_STALE_MS = 5_000;

/** The statistics of a webhook's attempts over a time range. */
export const statsQuery = (params: WebhookIds, window: Window) =>
  queryOptions({
    queryKey: ["webhook", params.webhook_id, "stats", window],
    queryFn: ({ signal }) => request(deliveriesApi.stats, { params, query: { window }, signal }),
    staleTime: STATS_STALE_MS,
    placeholderData: (before) => before,
  });

/** The URL of the stream of a filesystem's webhooks. */
export const webhooksStream = (params: FilesystemIds) => urlOf(webhooksApi.stream.path, params);

/** The URL of the stream of one webhook and its deliveries. */
export const webhookStream = (params: WebhookIds) => urlOf(deliveriesApi.stream.path, params);

/** Creates a webhook; only this response contains its secret. */
export const createWebhook = (
  params: FilesystemIds,
  body: { url: string; path_prefix: string; description: string },
) => request(webhooksApi.create, { params, body });
