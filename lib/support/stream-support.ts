import { recordView } from "@/lib/audit/record-view";
import type { UserContext } from "@/lib/auth/context";
import type { SupportWebhook } from "@/lib/contract/support";
import { Prisma } from "@/lib/db/client";
import { ANY } from "@/lib/realtime/announcer";
import { type LiveFrame, liveFrames, type Reading } from "@/lib/realtime/live-frames";

import { selectWebhooks, NOT_HEALTHY } from "./read-failing-webhooks";

const LIMIT = 1_000;

/**
 * Failing and disabled webhooks of all organisations, as they change (spec 4.33): `snapshot`, then
 * `webhook` and, for one that recovered or was deleted, `removed`. A view is recorded in each
 * organisation's audit log once per stream, before the first of its webhooks is sent.
 */
export function streamSupport(ctx: UserContext, left: AbortSignal, heartbeatMs?: number) {
  const { db } = ctx.services;
  const sent = new Map<string, string>();
  const audited = new Set<string>();

  const show = async (webhooks: readonly SupportWebhook[], first: boolean) => {
    const orgs = webhooks.map((webhook) => webhook.org_id).filter((id) => !audited.has(id));
    if (first || orgs.length > 0) await recordView(ctx, "support.stream_viewed", orgs);
    for (const id of orgs) audited.add(id);
    for (const webhook of webhooks) sent.set(webhook.webhook_id, JSON.stringify(webhook));
  };
  const reading: Reading = {
    async snapshot() {
      const webhooks = await selectWebhooks(db, NOT_HEALTHY, LIMIT);
      await show(webhooks, true);
      return [{ event: "snapshot", data: { webhooks } }];
    },
    async changes(ids) {
      if (ids.size === 0) return [];
      const checked = ids.has(ANY) ? new Set([...ids, ...sent.keys()]) : ids;
      const named = Prisma.sql`w.id = ANY (${[...checked]}::text[])`;
      const where = ids.has(ANY) ? NOT_HEALTHY : Prisma.sql`${named} AND ${NOT_HEALTHY}`;
      const found = await selectWebhooks(db, where, LIMIT);
      const fresh = found.filter(
        (webhook) => sent.get(webhook.webhook_id) !== JSON.stringify(webhook),
      );
      await show(fresh, false);
      const there = new Set(found.map((webhook) => webhook.webhook_id));
      // A full page says nothing about webhooks beyond it.
      const gone =
        found.length === LIMIT ? [] : [...checked].filter((id) => sent.has(id) && !there.has(id));
      return [...gone.map((id) => forget(id)), ...fresh.map((webhook) => changed(webhook))];
    },
  };
  const forget = (id: string): LiveFrame => {
    sent.delete(id);
    return { event: "removed", data: { id } };
  };
  const access = { credential: ctx.actor.credential, filesystem: null };
  return liveFrames(ctx, access, reading, { webhookId: null, left, heartbeatMs });
}

const changed = (webhook: SupportWebhook): LiveFrame => ({ event: "webhook", data: webhook });
