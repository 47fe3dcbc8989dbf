import { deliveriesApi } from "@/lib/api-client/calls/deliveries";
import { webhooksApi } from "@/lib/api-client/calls/webhooks";
import { request } from "@/lib/api-client/request";

import type { WebhookIds } from "./webhooks";

// Apart from the queries: what users can do is loaded when they do it.

/** Changes a webhook; with another URL or path prefix its next message is a resync. */
export const updateWebhook = (
  params: WebhookIds,
  body: { url?: string; path_prefix?: string; description?: string },
) => request(webhooksApi.update, { params, body });

/** Pauses a webhook; no attempt starts until it is resumed. */
export const pauseWebhook = (params: WebhookIds) => request(webhooksApi.pause, { params });

/** Resumes a paused webhook. */
export const resumeWebhook = (params: WebhookIds) => request(webhooksApi.resume, { params });

/** Makes the next message a resync. */
export const resyncWebhook = (params: WebhookIds) => request(webhooksApi.resync, { params });

/** Sends a stored message once more. */
export const resendDelivery = (params: WebhookIds, id: string) =>
  request(deliveriesApi.resend, { params: { ...params, msg_id: id } });

/** Replaces the secret; only this response contains the new one. */
export const rotateSecret = (params: WebhookIds) => request(webhooksApi.rotateSecret, { params });

/** Deletes a webhook; no attempt starts afterwards. */
export const deleteWebhook = (params: WebhookIds) => request(webhooksApi.remove, { params });
