import type { Db } from "@/lib/db/client";

// Keeps a statement within milliseconds, so that requests run in between.
const ROWS = 1_000;

// Conditions for deletion. A full scan every ten minutes is cheaper than an index that every sign-in and
// mount would have to maintain.
const EXPIRED = {
  session: "least(ended_at, expires_at) < now() - interval '1 day'",
  // A used refresh token stays known until it expires: its reuse revokes the login.
  login_token: "expires_at < now() - interval '1 day'",
  // Its tokens get `login_ended` until they expire, after at most 30 days.
  login: "least(ended_at, expires_at) < now() - interval '31 days'",
  device_authorization: "expires_at < now() - interval '1 day'",
  password_reset: "expires_at < now()",
  email_change: "expires_at < now()",
  second_factor: "confirmed_at IS NULL AND created_at < now() - interval '1 day'",
  passkey_challenge: "expires_at < now()",
  idempotency_key: "created_at < now() - interval '1 day'",
  invitation: "least(accepted_at, voided_at, expires_at) < now() - interval '30 days'",
  mount_session: "ends_at < now() - interval '30 days'",
};

/**
 * Deletes expired credentials in batches: sessions, logins and their tokens, device codes, links to reset a password or
 * change an address, unfinished second factors, challenges of passkeys, idempotency keys after a day (spec 4.21), invitations
 * and mount sessions 30 days after their end.
 * @param rows batch size @returns the number of deleted rows
 */
export async function purgeExpiredCredentials(db: Db, rows: number = ROWS): Promise<number> {
  let deleted = 0;
  for (const [table, expired] of Object.entries(EXPIRED)) {
    for (let gone = rows; gone === rows; deleted += gone) {
      gone = await db.$executeRawUnsafe(
        `DELETE FROM ${table} WHERE ctid = ANY (ARRAY(SELECT ctid FROM ${table} WHERE ${expired} LIMIT $1))`,
        rows,
      );
    }
  }
  return deleted;
}
