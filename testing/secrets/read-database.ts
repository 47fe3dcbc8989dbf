import { Client } from "pg";

import type { Text } from "./find-leaks";

/** All rows of all tables in all schemas of a database, one text per table. */
export async function readDatabase(databaseUrl: string): Promise<Text[]> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const tables = await client.query<{ name: string }>(
      `SELECT format('%I.%I', n.nspname, c.relname) AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
       WHERE c.relkind IN ('r', 'p', 'm') AND n.nspname !~ '^pg_' AND n.nspname <> 'information_schema'`,
    );
    const texts: Text[] = [];
    for (const { name } of tables.rows) {
      const { rows } = await client.query<(string | null)[]>({
        text: `SELECT * FROM ${name}`,
        rowMode: "array",
        types: { getTypeParser: () => String },
      });
      const values = rows.flat().filter((value) => value !== null);
      texts.push({ location: name, text: values.map(withBytes).join("\n") });
    }
    return texts;
  } finally {
    await client.end();
  }
}

// A bytea is printed in hex; it may contain text in any of its encodings.
function withBytes(value: string): string {
  if (!value.startsWith("\\x")) return value;
  return `${value} ${Buffer.from(value.slice(2), "hex").toString("utf8")}`;
}
