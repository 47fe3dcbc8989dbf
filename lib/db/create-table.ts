import type { Client } from "pg";

/** Creates a table unless it exists, which takes no privilege then: a user who only reads it may run this. */
export async function createTable(client: Client, name: string, columns: string): Promise<void> {
  await client.query(
    `DO $$ BEGIN IF to_regclass('${name}') IS NULL THEN CREATE TABLE ${name} (${columns}); END IF; END $$`,
  );
}
