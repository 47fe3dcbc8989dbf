import { accessOf } from "@/lib/auth/context";
import type { FilesystemContext } from "@/lib/auth/context";
import { selectDeliveries } from "@/lib/delivery/log/read-deliveries";
import { getWebhook } from "@/lib/webhooks/read-webhooks";

import { createMemory, type LiveFrame, liveFrames, type Reading } from "./live-frames";

// A screenful. Any of it may change, as a delivery may be sent again.
const SHOWN = 50;

/**
 * One webhook and its newest 50 deliveries as they change (spec 4.32): `snapshot` with all of them, then
 * `webhook` and `delivery`. A client too slow to follow gets another snapshot. Ends with
 * `not_found` when the webhook is deleted.
 */
export function streamDeliveries(
  ctx: FilesystemContext,
  webhookId: string,
  left: AbortSignal,
  heartbeatMs?: number,
) {
  const webhooks = createMemory();
  const sent = createMemory();
  const read = () => selectDeliveries(ctx.services.db, webhookId, { limit: SHOWN });

  const snapshot = async (): Promise<LiveFrame[]> => {
    const webhook = await getWebhook(ctx, webhookId);
    const deliveries = await read();
    webhooks.news([webhook]);
    sent.news(deliveries);
    return [{ event: "snapshot", data: { webhook, deliveries } }];
  };
  const reading: Reading = {
    snapshot,
    async changes(ids) {
      if (ids.size === 0) return [];
      const changed = webhooks.news([await getWebhook(ctx, webhookId)]);
      const recent = await read();
      // Nothing in common with what was sent: some deliveries were missed.
      if (recent.length === SHOWN && !recent.some(({ id }) => sent.knows(id))) return snapshot();
      return [
        ...sent
          .news(recent)
          .toReversed()
          .map((delivery) => ({ event: "delivery", data: delivery })),
        ...changed.map((webhook) => ({ event: "webhook", data: webhook })),
      ];
    },
  };
  return liveFrames(ctx, accessOf(ctx, ctx.role === "viewer" ? "ro" : "rw"), reading, {
    webhookId,
    left,
    heartbeatMs,
  });
}
