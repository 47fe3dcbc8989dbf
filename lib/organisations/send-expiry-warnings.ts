import type { Prisma } from "@/lib/db/client";
import { keyExpiryEmail } from "@/lib/mail/key-email";
import { recordNotices } from "@/lib/notices/record-notices";
import type { Uses } from "@/lib/services";

import { readKeyUses } from "./read-key-uses";

// Few enough to be sent before their claims end, even to a slow mail server; the rest follows in the next minute.
const MAX_WARNINGS = 20;

type Claimed = {
  id: string;
  claim: string;
  days: number;
  name: string;
  last4: string;
  expires_at: Date;
  org_id: string;
  organisation: string;
  recipients: string[];
};

/**
 * Warns 14, 3 and 1 days before an API key expires (spec 3.28): the notice is kept with the first claim, and e-mailed to
 * those who chose it (spec 7.38), once each, however many processes run. A warning counts once the mail server has it;
 * until then it is sent again later, also after a crash.
 * @returns how many keys were warned of
 */
export async function sendExpiryWarnings(
  services: Uses<"db" | "mail" | "settings">,
): Promise<number> {
  const claimed = await services.db.$transaction(claim);
  const warned = await Promise.all(claimed.map((key) => warn(services, key)));
  return warned.filter(Boolean).length;
}

async function claim(tx: Prisma.TransactionClient): Promise<Claimed[]> {
  const claimed = await tx.$queryRaw<Claimed[]>`
    SELECT k.id, t.claim, t.days, k.name, k.last4, k.expires_at, o.id AS org_id, o.name AS organisation,
      notice_recipients(o.id, 'api_keys') AS recipients
    FROM key_warnings_claim(${MAX_WARNINGS}::int) t
    JOIN api_key k ON k.id = t.key_id JOIN organisation o ON o.id = k.org_id`;
  await recordNotices(
    tx,
    claimed.map(({ id, org_id, name, last4, days, expires_at: at }) => ({
      topic: "api_keys",
      news: "expires_soon",
      org_id,
      api_key_id: id,
      detail: { name, last4, days, expires_at: at.toISOString() },
    })),
  );
  return claimed;
}

/** Whether the warning was sent: to one recipient at least, or to none because all were refused for good. */
async function warn(
  { db, mail, settings }: Uses<"db" | "mail" | "settings">,
  key: Claimed,
): Promise<boolean> {
  const uses = await readKeyUses(db, key.id);
  const emails = key.recipients.map((to) =>
    keyExpiryEmail({ to, key, uses, now: new Date(), appUrl: settings.appUrl }),
  );
  const sent = await Promise.allSettled(emails.map((email) => mail.deliver(email)));
  const isAccepted = sent.some((one) => one.status === "fulfilled" && one.value);
  if (!isAccepted && sent.some(({ status }) => status === "rejected")) return false;
  await db.$executeRaw`
    UPDATE api_key SET expiry_warned_at = expiry_claimed_at, expiry_claimed_at = NULL
    WHERE id = ${key.id} AND expiry_claimed_at = ${key.claim}::timestamptz`;
  return true;
}
