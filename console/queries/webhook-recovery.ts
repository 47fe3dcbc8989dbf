import { deliveriesApi } from "@/lib/api-client/calls/deliveries";
import { webhooksApi } from "@/lib/api-client/calls/webhooks";
import { request } from "@/lib/api-client/request";

import type { Attempt } from "./deliveries";
import type { WebhookIds } from "./webhooks";

const POLL_MS = 500;
// The attempt may wait for a second, and its response for 10.
const GIVE_UP_MS = 15_000;
// What is delivered is followed by further messages while this waits.
const NEWEST = "10";

/** Starts the next attempt now. Returns it once it has ended, or null if that takes too long. */
export async function retryNow(params: WebhookIds): Promise<Attempt | null> {
  const list = () => request(deliveriesApi.list, { params, query: { limit: NEWEST } });
  const [message] = await list();
  const before = message?.attempts.at(-1)?.id;
  await request(webhooksApi.retryNow, { params });
  for (const end = Date.now() + GIVE_UP_MS; Date.now() < end;) {
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    const last = (await list()).find(({ id }) => id === message?.id)?.attempts.at(-1);
    if (last !== undefined && last.id !== before) return last;
  }
  return null;
}

/** Enables a disabled webhook; its next message is a resync. */
export const enableWebhook = (params: WebhookIds) => request(webhooksApi.enable, { params });
