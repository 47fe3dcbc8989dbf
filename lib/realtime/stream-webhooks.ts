import { accessOf } from "@/lib/auth/context";
import type { FilesystemContext } from "@/lib/auth/context";
import { LIMITS } from "@/lib/contract/limits";
import { listWebhooks } from "@/lib/webhooks/read-webhooks";

import { createMemory, liveFrames, type Reading } from "./live-frames";

// All there can be.
const ALL = { limit: LIMITS.webhooks };

/**
 * The webhooks of a filesystem as they change (spec 4.32): `snapshot` with all of them, then
 * `webhook` with one that is new or has changed and `removed` with the id of one that was deleted.
 */
export function streamWebhooks(ctx: FilesystemContext, left: AbortSignal, heartbeatMs?: number) {
  const memory = createMemory();
  const reading: Reading = {
    async snapshot() {
      const webhooks = await listWebhooks(ctx, ALL);
      memory.news(webhooks);
      return [{ event: "snapshot", data: { webhooks } }];
    },
    async changes(ids) {
      if (ids.size === 0) return [];
      const before = memory.ids();
      const changed = memory.news(await listWebhooks(ctx, ALL));
      return [
        ...before.filter((id) => !memory.knows(id)).map((id) => removed(id)),
        ...changed.map((webhook) => ({ event: "webhook", data: webhook })),
      ];
    },
  };
  return liveFrames(ctx, accessOf(ctx, ctx.role === "viewer" ? "ro" : "rw"), reading, {
    webhookId: null,
    left,
    heartbeatMs,
  });
}

const removed = (id: string) => ({ event: "removed", data: { id } });
