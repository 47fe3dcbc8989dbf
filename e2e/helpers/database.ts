import { Client } from "pg";

import { findPostgres } from "@/lib/server/launch/embedded-postgres";

/** Lets 10 minutes pass since a user last confirmed who they are. */
export const ageSignIn = (email: string) =>
  run(
    `UPDATE session SET authenticated_at = now() - interval '10 minutes'
     WHERE user_id = (SELECT id FROM app_user WHERE email = $1)`,
    [email],
  );

/** Makes a user a member of an organisation, as if they had accepted an invitation. */
export const addMember = (orgId: string, email: string, role: "member" | "viewer" = "member") =>
  run(
    `INSERT INTO member (org_id, user_id, role) SELECT $1, id, $3 FROM app_user WHERE email = $2`,
    [orgId, email, role],
  );

/** Takes a user's password away, who can then sign in with an identity only. */
export const removePassword = (email: string) =>
  run(`UPDATE app_user SET password_hash = NULL WHERE email = $1`, [email]);

/** Lets two hours pass since a webhook began to fail. */
export const ageFailure = (webhookId: string) =>
  run(`UPDATE webhook SET failing_since = failing_since - interval '2 h' WHERE id = $1`, [
    webhookId,
  ]);

/** Makes an API key 27 days old, which expires in three. */
export const ageKey = (keyId: string) =>
  run(
    `UPDATE api_key SET created_at = now() - interval '27 days', expires_at = now() + interval '71 h' WHERE id = $1`,
    [keyId],
  );

/** Records 190 views by a member of the support team, as if they had looked at an organisation's webhooks all day. */
export const addViews = (orgId: string, name: string) =>
  run(
    `INSERT INTO audit_entry (id, org_id, actor_type, actor_id, actor_name, action, target_type)
     SELECT left((SELECT max(id) FROM audit_entry WHERE org_id = $1), 20) || lpad(i::text, 10, 'z'), $1, 'user', 'user_' || $2,
       $2, 'support.stream_viewed', 'support' FROM generate_series(1, 190) i`,
    [orgId, name],
  );

async function run(statement: string, values: readonly string[]): Promise<void> {
  const { TIDEMARK_E2E_DATA_DIR: dataDir = "" } = process.env;
  const database = new Client({ connectionString: (await findPostgres(dataDir))?.url });
  await database.connect();
  await database.query(statement, [...values]);
  await database.end();
}
