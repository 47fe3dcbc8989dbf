import { Client } from "pg";

import { setupToken } from "@/lib/accounts/setup-token";

/**
 * The one-time link that creates the first user; null once a user exists.
 * @param authSecret signs the console's cookies; the token is derived from it
 */
export async function setupLink(
  databaseUrl: string,
  appUrl: URL,
  authSecret: string,
): Promise<string | null> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rowCount } = await client.query("SELECT FROM app_user LIMIT 1");
    if (rowCount !== 0) return null;
  } finally {
    await client.end();
  }
  const url = new URL("/setup", appUrl);
  url.hash = setupToken(authSecret);
  return url.href;
}
