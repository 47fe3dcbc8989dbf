import { Client } from "pg";

import { findPostgres } from "@/lib/server/launch/embedded-postgres";

/** Lets 10 minutes pass since a user last confirmed who they are. */
export async function ageSignIn(email: string): Promise<void> {
  const { TIDEMARK_E2E_DATA_DIR: dataDir = "" } = process.env;
  const database = new Client({ connectionString: (await findPostgres(dataDir))?.url });
  await database.connect();
  await database.query(
    `UPDATE session SET authenticated_at = now() - interval '10 minutes'
     WHERE user_id = (SELECT id FROM app_user WHERE email = $1)`,
    [email],
  );
  await database.end();
}
