import { type News, webhookEmail } from "@/lib/mail/webhook-email";
import type { Uses } from "@/lib/services";

// One engine step; the rest follows in the next minute.
const MAX_NOTICES = 500;

type Notice = {
  news: News;
  host: string;
  filesystem: string;
  organisation: string;
  last_failure: string | null;
  disabled_reason: string | null;
  recipients: string[] | null;
};

/**
 * E-mails the owners and admins of organisations about webhooks that fail, are about to be
 * disabled, were disabled or recovered (spec 7.9). Each notice is sent once, however many processes
 * run. Without a mail server it is only recorded as sent; the console shows the same from the
 * webhook's own fields.
 * @returns how many notices there were
 */
export async function sendNotices(services: Uses<"db" | "mail" | "settings">): Promise<number> {
  const notices = await services.db.$queryRaw<Notice[]>`
    SELECT t.news, w.host, f.name AS filesystem, o.name AS organisation, w.last_failure, w.disabled_reason,
      (SELECT array_agg(u.email ORDER BY u.email) FROM member m JOIN app_user u ON u.id = m.user_id
       WHERE m.org_id = o.id AND m.role IN ('owner', 'admin')) AS recipients
    FROM notices_take(${MAX_NOTICES}::int) t
    JOIN webhook w ON w.id = t.webhook_id JOIN filesystem f ON f.id = w.filesystem_id
    JOIN organisation o ON o.id = f.org_id`;
  const { mail, settings } = services;
  for (const { recipients, last_failure, disabled_reason, ...notice } of notices) {
    for (const to of recipients ?? []) {
      mail.send(
        webhookEmail({
          ...notice,
          to,
          lastFailure: last_failure,
          accessRevoked: disabled_reason === "access_revoked",
          url: settings.appUrl.href,
        }),
        "notice",
      );
    }
  }
  return notices.length;
}
