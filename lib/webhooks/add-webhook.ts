import { audit } from "@/lib/audit/record";
import { actorName } from "@/lib/auth/actor";
import type { FilesystemContext } from "@/lib/auth/context";
import { holdAccess } from "@/lib/auth/hold-access";
import { LIMITS } from "@/lib/contract/limits";
import { isListener } from "@/lib/contract/listener-url";
import { isTestInbox, TEST_INBOX_URL } from "@/lib/contract/test-inbox-url";
import type { Prisma } from "@/lib/db/client";
import { AppError } from "@/lib/errors";
import { newId } from "@/lib/ids";
import { seal } from "@/lib/seal";

import { getWebhook } from "./read-webhooks";
import { newWebhookSecret, secretContext } from "./secret";

type Added = { url: string; host: string; path_prefix: string; description: string };
type Given = { webhookId?: string; secret?: string };

// A listener's stream comes right after it; without one, its first message fails then.
const LISTENER_WAIT_MS = 5_000;

/**
 * Adds a webhook whose URL was checked, as one of the five of its filesystem.
 * @param given its id and secret, by default new ones
 * @returns the webhook with its secret, which is never returned again
 * @throws AppError `webhook_limit_reached` for a sixth webhook, `test_inbox_exists` for a second test inbox,
 *   `no_grant` or `unauthenticated` when the creator lost access meanwhile
 */
export async function addWebhook(
  ctx: FilesystemContext,
  { url, host, path_prefix, description }: Added,
  { webhookId = newId("wh"), secret = newWebhookSecret() }: Given = {},
) {
  const creator = actorName(ctx.actor);
  const sealed = seal(ctx.services.keys, secret, secretContext(webhookId));
  await ctx.services.db.$transaction(async (tx) => {
    await holdAccess(tx, ctx, "rw");
    const counted = await tx.$executeRaw`
      UPDATE filesystem SET webhook_count = webhook_count + 1
      WHERE id = ${ctx.filesystemId} AND webhook_count < ${LIMITS.webhooks}`;
    if (counted === 0) throw await whyNotCounted(tx, ctx);
    if (isTestInbox({ url })) await refuseSecondInbox(tx, ctx);
    await tx.$executeRaw`
      INSERT INTO webhook (id, filesystem_id, url, host, path_prefix, description, created_by, position, target_cursor,
        access_expires_at, wake_at)
      SELECT ${webhookId}, f.id, ${url}, ${host}, ${path_prefix}, ${description}, ${creator}, f.head, f.head,
        (SELECT k.expires_at FROM api_key k WHERE k.id = ${ctx.actor.id}), clock_timestamp()
      FROM filesystem f WHERE f.id = ${ctx.filesystemId}`;
    if (isListener({ url })) await addListener(tx, webhookId);
    await refuseDisabled(tx, ctx.orgId);
    await tx.webhook_secret.create({ data: { webhook_id: webhookId, number: 1, sealed } });
    await audit(tx, ctx, {
      action: "webhook.created",
      target: { type: "webhook", id: webhookId },
      details: { filesystem_id: ctx.filesystemId, url, path_prefix, description },
    });
  });
  ctx.services.wakeWebhooks([webhookId]);
  ctx.services.live.announce(ctx.filesystemId, webhookId);
  return { ...(await getWebhook(ctx, webhookId)), secret };
}

// Held until the commit, so that disabling the organisation waits for this webhook and finds it. Nothing else waits for
// this lock: removed members and writes lock the row in their own order.
async function refuseDisabled(tx: Prisma.TransactionClient, orgId: string): Promise<void> {
  const [organisation] = await tx.$queryRaw<{ disabled: boolean }[]>`
    SELECT disabled_at IS NOT NULL AS disabled FROM organisation WHERE id = ${orgId} FOR KEY SHARE`;
  if (organisation?.disabled !== false) throw new AppError("organisation_disabled");
}

async function addListener(tx: Prisma.TransactionClient, webhookId: string): Promise<void> {
  await tx.listener.create({ data: { webhook_id: webhookId } });
  await tx.$executeRaw`
    UPDATE webhook SET not_before = wake_at + milliseconds(${LISTENER_WAIT_MS}), wake_at = wake_at + milliseconds(${LISTENER_WAIT_MS})
    WHERE id = ${webhookId}`;
}

// No other webhook is created here meanwhile: each is counted first, which locks the filesystem's row.
async function refuseSecondInbox(
  tx: Prisma.TransactionClient,
  { filesystemId }: FilesystemContext,
): Promise<void> {
  const where = { filesystem_id: filesystemId, url: TEST_INBOX_URL };
  if ((await tx.webhook.count({ where })) > 0) throw new AppError("test_inbox_exists");
}

/** Why no webhook was counted: there are five already, or the filesystem was just deleted. */
async function whyNotCounted(tx: Prisma.TransactionClient, { filesystemId }: FilesystemContext) {
  const found = await tx.filesystem.count({ where: { id: filesystemId } });
  if (found === 0) return new AppError("not_found");
  return new AppError("webhook_limit_reached");
}
