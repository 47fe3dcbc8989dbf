import { Client } from "pg";

import { newId } from "@/lib/ids";
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

/** Notices of a webhook that fails and of an API key that expires. */
export const addNotices = (orgId: string, fsId: string, webhookId: string) =>
  run(
    `INSERT INTO notice (id, org_id, topic, news, filesystem_id, webhook_id, api_key_id, detail)
     VALUES ($1, $3, 'webhooks', 'failing', $4, $5, NULL, $6), ($2, $3, 'api_keys', 'expires_soon', NULL, NULL, $8, $7)`,
    [
      newId("notice"),
      newId("notice"),
      orgId,
      fsId,
      webhookId,
      JSON.stringify({
        host: "erp.example.com",
        filesystem_name: "support-tickets",
        last_failure: "connect_failed",
        disabled_reason: null,
      }),
      JSON.stringify({
        name: "nightly export",
        last4: "x7Qa",
        days: 3,
        expires_at: new Date(Date.now() + 3 * 86_400_000).toISOString(),
      }),
      newId("key"),
    ],
  );

async function run(statement: string, values: readonly string[]): Promise<void> {
  const { TIDEMARK_E2E_DATA_DIR: dataDir = "" } = process.env;
  const database = new Client({ connectionString: (await findPostgres(dataDir))?.url });
  await database.connect();
  await database.query(statement, [...values]);
  await database.end();
}
