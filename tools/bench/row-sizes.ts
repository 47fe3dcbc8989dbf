import { z } from "zod";

import type { BenchEnvironment } from "./environment";

/** What the rows of one thing are in, and how often each of these tables has one. */
const THINGS: Readonly<Record<string, readonly string[]>> = {
  filesystem: ["filesystem", "filesystem_grant"],
  entry: ["node", "dirent"],
  "content of 1 KiB": ["content"],
  change: ["change"],
  webhook: ["webhook", "webhook_secret"],
  delivery: ["delivery", "attempt", "message"],
};

const Size = z.object({ name: z.string(), rows: z.coerce.number(), bytes: z.coerce.number() });

/** Bytes of a row with its share of the indexes, right after it was packed: in use it takes about half as much again. */
export async function measureRows({ sql }: BenchEnvironment) {
  const sizeOf = async (name: string) => {
    await sql.query(`VACUUM FULL ${name}`);
    const text = `SELECT $1::text AS name, count(*) AS rows, pg_total_relation_size($1::text::regclass) AS bytes FROM ${name}`;
    const { rows } = await sql.query(text, [name]);
    return Size.parse(rows[0]);
  };
  const result = [];
  for (const [what, tables] of Object.entries(THINGS)) {
    let bytes = 0;
    for (const table of tables) {
      const size = await sizeOf(table);
      bytes += size.bytes / Math.max(1, size.rows);
    }
    result.push({ what, bytes: Math.round(bytes) });
  }
  return result;
}
