import type { TestService } from "@/testing/service";

// Counters of requests, and when and from where a credential was last used, change with every request, refused or not.
const PASSING = ["last_used_at", "last_active_at", "address", "client"];
const UNCOUNTED = new Set(["rate_limit", "api_key_day", "_prisma_migrations"]);

/** A digest of each table by name: equal when nothing that matters has changed in between. */
export async function snapshot({ services: { pool, usage, mountActivity } }: TestService) {
  // Traffic counters of earlier requests are flushed asynchronously.
  await usage.flush();
  await mountActivity.flush();
  const { rows: tables } = await pool.query<{ name: string }>(
    "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY 1",
  );
  const counted = tables.filter(({ name }) => !UNCOUNTED.has(name));
  const { rows } = await pool.query<{ name: string; digest: string }>(
    counted.map(({ name }) => digestOf(name)).join(" UNION ALL "),
    [PASSING],
  );
  return new Map(rows.map(({ name, digest }) => [name, digest]));
}

// Rows have no order; a sum of their hashes needs none.
const digestOf = (table: string) =>
  `SELECT '${table}' AS name, count(*) || '/' || coalesce(sum(hashtextextended((to_jsonb(t) - $1::text[])::text, 0)), 0) AS digest FROM "${table}" t`;
