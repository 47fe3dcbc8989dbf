import type { Db } from "@/lib/db/client";

// One statement takes no longer than some milliseconds, and other requests come in between.
const ROWS = 1_000;

// What may go, as the condition on its rows. Reading the whole of such a table every ten minutes costs less than an index
// that every sign-in and every mount would have to keep.
const OVER = {
  session: "least(ended_at, expires_at) < now() - interval '1 day'",
  // A refresh token that was used must stay known until it would have expired: its reuse ends the login.
  login_token: "expires_at < now() - interval '1 day'",
  // Its tokens answer `login_ended` until they expire, 30 days at most.
  login: "least(ended_at, expires_at) < now() - interval '31 days'",
  device_authorization: "expires_at < now() - interval '1 day'",
  password_reset: "expires_at < now()",
  idempotency_key: "created_at < now() - interval '1 day'",
  mount_session: "ends_at < now() - interval '30 days'",
};

/**
 * Forgets what people and mounts left behind and nobody can ask for any more, in small steps: sessions, logins and
 * their tokens, device codes, links for a new password, idempotency keys after a day (spec 4.21), mounts 30
 * days after their end.
 * @returns how many rows went
 */
export async function sweepPeople(db: Db, rows: number = ROWS): Promise<number> {
  let swept = 0;
  for (const [table, over] of Object.entries(OVER)) {
    for (let gone = rows; gone === rows; swept += gone) {
      gone = await db.$executeRawUnsafe(
        `DELETE FROM ${table} WHERE ctid = ANY (ARRAY(SELECT ctid FROM ${table} WHERE ${over} LIMIT $1))`,
        rows,
      );
    }
  }
  return swept;
}
