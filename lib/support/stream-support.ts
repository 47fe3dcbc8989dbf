import { recordView } from "@/lib/audit/record-view";
import type { PersonContext } from "@/lib/auth/context";
import type { SupportWebhook } from "@/lib/contract/support";
import { Prisma } from "@/lib/db/client";
import { ANY } from "@/lib/realtime/announcer";
import { type LiveFrame, liveFrames, type Reading } from "@/lib/realtime/live-frames";

import { selectWebhooks, TROUBLED } from "./read-failing-webhooks";

const LIMIT = 1_000;

/**
 * Webhooks of all organisations that fail or are disabled, as they change (spec 4.33): `snapshot`, then
 * `webhook` and, for one that works again or is gone, `removed`. Each organisation's audit log notes the look once a
 * stream, before the first of its webhooks is shown.
 */
export function streamSupport(ctx: PersonContext, left: AbortSignal, heartbeatMs?: number) {
  const { db } = ctx.services;
  const told = new Map<string, string>();
  const noted = new Set<string>();

  const show = async (webhooks: readonly SupportWebhook[], first: boolean) => {
    const orgs = webhooks.map((webhook) => webhook.org_id).filter((id) => !noted.has(id));
    if (first || orgs.length > 0) await recordView(ctx, "support.stream_viewed", orgs);
    for (const id of orgs) noted.add(id);
    for (const webhook of webhooks) told.set(webhook.webhook_id, JSON.stringify(webhook));
  };
  const reading: Reading = {
    async snapshot() {
      const webhooks = await selectWebhooks(db, TROUBLED, LIMIT);
      await show(webhooks, true);
      return [{ event: "snapshot", data: { webhooks } }];
    },
    async changes(ids) {
      if (ids.size === 0) return [];
      const looked = ids.has(ANY) ? new Set([...ids, ...told.keys()]) : ids;
      const named = Prisma.sql`w.id = ANY (${[...looked]}::text[])`;
      const where = ids.has(ANY) ? TROUBLED : Prisma.sql`${named} AND ${TROUBLED}`;
      const found = await selectWebhooks(db, where, LIMIT);
      const fresh = found.filter(
        (webhook) => told.get(webhook.webhook_id) !== JSON.stringify(webhook),
      );
      await show(fresh, false);
      const there = new Set(found.map((webhook) => webhook.webhook_id));
      // A full page says nothing of those beyond it.
      const gone =
        found.length === LIMIT ? [] : [...looked].filter((id) => told.has(id) && !there.has(id));
      return [...gone.map((id) => forget(id)), ...fresh.map((webhook) => changed(webhook))];
    },
  };
  const forget = (id: string): LiveFrame => {
    told.delete(id);
    return { event: "removed", data: { id } };
  };
  const access = { credential: ctx.actor.credential, filesystem: null };
  return liveFrames(ctx, access, reading, { webhookId: null, left, heartbeatMs });
}

const changed = (webhook: SupportWebhook): LiveFrame => ({ event: "webhook", data: webhook });
