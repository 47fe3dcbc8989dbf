import { isId } from "@/lib/contract/common";
import { TEST_INBOX_URL } from "@/lib/contract/test-inbox-url";
import { unseal } from "@/lib/seal";
import type { Uses } from "@/lib/services";
import { secretContext } from "@/lib/webhooks/secret";

import { keepMessage } from "./keep-message";
import { isAuthentic, type Signed } from "./verify";

type Candidate = { webhook_id: string; now: number; sealed: string[] };

/**
 * Verifies a request with the secrets of the webhook that its message belongs to, and keeps it (spec 7.37). Nothing of
 * it is used before that but the message's id.
 * @returns whether it was authentic; if not, nothing is kept
 */
export async function receiveMessage(
  { db, keys }: Uses<"db" | "keys">,
  signed: Signed,
  body: Buffer,
): Promise<boolean> {
  const { id, timestamp } = signed;
  if (id === undefined || !isId("msg", id)) return false;
  const [found] = await db.$queryRaw<Candidate[]>`
    SELECT w.id AS webhook_id, extract(epoch FROM clock_timestamp())::float8 AS now,
      (SELECT array_agg(s.sealed) FROM webhook_secret s
       WHERE s.webhook_id = w.id AND (s.expires_at IS NULL OR s.expires_at > clock_timestamp())) AS sealed
    FROM delivery d JOIN webhook w ON w.id = d.webhook_id
    WHERE d.id = ${id} AND w.url = ${TEST_INBOX_URL}`;
  if (found === undefined) return false;
  const context = secretContext(found.webhook_id);
  const secrets = found.sealed.map((sealed) => unseal(keys, sealed, context));
  if (!isAuthentic(secrets, signed, body, found.now)) return false;
  return keepMessage(db, { id, signedAt: Number(timestamp), body: body.toString() });
}
