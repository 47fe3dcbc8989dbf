import { type Usage, usageEmail } from "@/lib/mail/usage-email";
import { recordNotices } from "@/lib/notices/record-notices";
import type { Uses } from "@/lib/services";

// One engine step; the rest follows ten minutes later.
const MAX_NOTICES = 500;

type Taken = Usage & { filesystem_id: string | null; recipients: string[] };

/**
 * Takes the notices of limits that are used to 80 or 100 %, keeps them, and e-mails those who chose it
 * (spec 7.38, 10.10). Each is taken once, however many processes run.
 * @returns how many notices there were
 */
export async function sendUsageNotices({
  db,
  mail,
  settings: { limits, appUrl },
}: Uses<"db" | "mail" | "settings">): Promise<number> {
  const notices = await db.$transaction(async (tx) => {
    const taken = await tx.$queryRaw<Taken[]>`
      SELECT t.*, o.name AS organisation, notice_recipients(o.id, 'usage') AS recipients
      FROM usage_notices_take(${limits.filesystems}::int, ${limits.apiKeys}::int, ${MAX_NOTICES}::int) t
      JOIN organisation o ON o.id = t.org_id WHERE o.deleted_at IS NULL`;
    await recordNotices(
      tx,
      taken.map(({ org_id, filesystem_id, filesystem: filesystem_name, kind, percent }) => ({
        topic: "usage",
        news: "usage",
        org_id,
        filesystem_id,
        detail: { kind, percent, filesystem_name },
      })),
    );
    return taken;
  });
  for (const { recipients, ...usage } of notices)
    for (const to of recipients) mail.send(usageEmail({ ...usage, to, appUrl }), "notice");
  return notices.length;
}
