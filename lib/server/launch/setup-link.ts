import { Client } from "pg";

import { setupToken } from "@/lib/accounts/setup-token";

/**
 * The one-time link by which the first person is made; null once there is any, because it is dead then.
 * @param authSecret what signs the console's cookies; the token follows from it
 */
export async function setupLink(
  databaseUrl: string,
  appUrl: URL,
  authSecret: string,
): Promise<string | null> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rowCount } = await client.query("SELECT FROM person LIMIT 1");
    if (rowCount !== 0) return null;
  } finally {
    await client.end();
  }
  const url = new URL("/setup", appUrl);
  url.hash = setupToken(authSecret);
  return url.href;
}
