import { accessOf } from "@/lib/auth/context";
import type { FilesystemContext } from "@/lib/auth/context";
import { selectDeliveries, selectResent } from "@/lib/delivery/log/read-deliveries";
import { getWebhook } from "@/lib/webhooks/read-webhooks";

import { createMemory, type LiveFrame, liveFrames, type Reading } from "./live-frames";

// A screenful. Any of it may change, as a delivery may be sent again.
const SHOWN = 50;

/**
 * One webhook, its newest 50 deliveries and those that were sent again as they change (spec 4.32): `snapshot`,
 * then `webhook` and `delivery`. A client too slow to follow gets another snapshot. Ends with
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
  const { db } = ctx.services;
  const resent: string[] = [];
  const read = async () => {
    const newest = await selectDeliveries(db, webhookId, { limit: SHOWN });
    const older = await selectResent(db, webhookId, { besides: newest, followed: resent });
    for (const { id } of older) if (!resent.includes(id)) resent.push(id);
    resent.splice(0, resent.length - SHOWN);
    return { newest, all: [...newest, ...older] };
  };

  const snapshot = async (): Promise<LiveFrame[]> => {
    const webhook = await getWebhook(ctx, webhookId);
    const { all: deliveries } = await read();
    webhooks.news([webhook]);
    sent.news(deliveries);
    return [{ event: "snapshot", data: { webhook, deliveries } }];
  };
  const reading: Reading = {
    snapshot,
    async changes(ids) {
      if (ids.size === 0) return [];
      const changed = webhooks.news([await getWebhook(ctx, webhookId)]);
      const { newest, all } = await read();
      // Nothing in common with what was sent: some deliveries were missed.
      if (newest.length === SHOWN && !newest.some(({ id }) => sent.knows(id))) return snapshot();
      return [
        ...sent
          .news(all)
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
