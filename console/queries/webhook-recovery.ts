import { webhooksApi } from "@/lib/api-client/calls/webhooks";
import { request } from "@/lib/api-client/request";

import type { WebhookIds } from "./webhooks";

/** Starts the next attempt now. */
export const retryNow = (params: WebhookIds) => request(webhooksApi.retryNow, { params });

/** Enables a disabled webhook; its next message is a resync. */
export const enableWebhook = (params: WebhookIds) => request(webhooksApi.enable, { params });
