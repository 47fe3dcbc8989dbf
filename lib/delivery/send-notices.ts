import type { Prisma } from "@/lib/db/client";
import { type News, webhookEmail } from "@/lib/mail/webhook-email";
import { recordNotices } from "@/lib/notices/record-notices";
import type { Uses } from "@/lib/services";

// One engine step; the rest follows in the next minute.
const MAX_NOTICES = 500;

type Taken = {
  news: News;
  webhook_id: string;
  host: string;
  filesystem_id: string;
  filesystem: string;
  org_id: string;
  organisation: string;
  last_failure: string | null;
  disabled_reason: string | null;
  recipients: string[];
};

/**
 * Takes the notices of webhooks that fail, are about to be disabled, were disabled or recovered, keeps them, and e-mails
 * those who chose it (spec 7.30, 7.38). Each is taken once, however many processes run.
 * @returns how many notices there were
 */
export async function sendNotices({
  db,
  mail,
  settings: { appUrl },
}: Uses<"db" | "mail" | "settings">): Promise<number> {
  const notices = await db.$transaction(take);
  for (const { recipients, last_failure, disabled_reason, ...notice } of notices) {
    const accessRevoked = disabled_reason === "access_revoked";
    for (const to of recipients)
      mail.send(
        webhookEmail({ ...notice, to, lastFailure: last_failure, accessRevoked, appUrl }),
        "notice",
      );
  }
  return notices.length;
}

async function take(tx: Prisma.TransactionClient): Promise<Taken[]> {
  const taken = await tx.$queryRaw<Taken[]>`
    SELECT t.news, t.webhook_id, w.host, f.id AS filesystem_id, f.name AS filesystem, o.id AS org_id,
      o.name AS organisation, w.last_failure, w.disabled_reason, notice_recipients(o.id, 'webhooks') AS recipients
    FROM notices_take(${MAX_NOTICES}::int) t
    JOIN webhook w ON w.id = t.webhook_id JOIN filesystem f ON f.id = w.filesystem_id
    JOIN organisation o ON o.id = f.org_id`;
  await recordNotices(
    tx,
    taken.map(({ host, filesystem: filesystem_name, last_failure, disabled_reason, ...one }) => ({
      topic: "webhooks",
      news: one.news,
      org_id: one.org_id,
      webhook_id: one.webhook_id,
      filesystem_id: one.filesystem_id,
      detail: { host, filesystem_name, last_failure, disabled_reason },
    })),
  );
  return taken;
}
