import { api } from "@/lib/api-client/api";
import { request } from "@/lib/api-client/request";

import type { WebhookIds } from "./webhooks";

/** Starts the next attempt now. */
export const retryNow = (params: WebhookIds) => request(api.webhooks.retryNow, { params });

/** Enables a disabled webhook; its next message is a resync. */
export const enableWebhook = (params: WebhookIds) => request(api.webhooks.enable, { params });
