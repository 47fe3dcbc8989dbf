import { type Usage, usageEmail } from "@/lib/mail/usage-email";
import type { Uses } from "@/lib/services";

// One engine step; the rest follows ten minutes later.
const MAX_NOTICES = 500;

type Notice = Usage & { org_id: string; owners: string[] | null };

/**
 * E-mails the owners of organisations whose limits are used to 80 or 100 % (spec 10.10). Each notice is sent once,
 * however many processes run. Without a mail server it is only recorded as sent.
 * @returns how many notices there were
 */
export async function sendUsageNotices({
  db,
  mail,
  settings: { limits, appUrl },
}: Uses<"db" | "mail" | "settings">): Promise<number> {
  const notices = await db.$queryRaw<Notice[]>`
    SELECT t.*, o.name AS organisation,
      (SELECT array_agg(u.email ORDER BY u.email) FROM member m JOIN app_user u ON u.id = m.user_id
       WHERE m.org_id = o.id AND m.role = 'owner') AS owners
    FROM usage_notices_take(${limits.filesystems}::int, ${limits.apiKeys}::int, ${MAX_NOTICES}::int) t
    JOIN organisation o ON o.id = t.org_id WHERE o.deleted_at IS NULL`;
  for (const { org_id, owners, ...usage } of notices) {
    const url = new URL(`/o/${org_id}/settings`, appUrl).href;
    for (const to of owners ?? []) mail.send(usageEmail({ ...usage, to, url }), "notice");
  }
  return notices.length;
}
