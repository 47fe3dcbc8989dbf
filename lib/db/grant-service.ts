import type { Client } from "pg";

const SCHEMAS = ["public", "engine", "graphile_worker"];

type Row = { statement: string };

/**
 * Lets the service's role use what migrations created: rows of every table, but of the audit log it can only add and
 * read, of what is applied only read, and a failover empties the change history and raises the ids of nodes. Grants
 * nothing it has. The caller holds the migration lock.
 */
export async function grantService(client: Client, role: string): Promise<void> {
  const { rows } = await client.query<Row>(
    `SELECT format('GRANT %s ON %s TO %I', privilege, what, $1::text) AS statement FROM (
       SELECT p AS privilege, c.oid::regclass::text AS what FROM pg_class c
       JOIN pg_namespace n ON n.oid = c.relnamespace
       CROSS JOIN unnest(CASE
         WHEN c.relname IN ('_prisma_migrations', '_functions') THEN ARRAY['SELECT']
         WHEN c.relname = 'audit_entry' THEN ARRAY['SELECT', 'INSERT']
         WHEN c.relname = 'change' THEN ARRAY['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE']
         ELSE ARRAY['SELECT', 'INSERT', 'UPDATE', 'DELETE'] END) p
       WHERE c.relkind IN ('r', 'v') AND n.nspname = ANY ($2) AND NOT has_table_privilege($1, c.oid, p)
       UNION ALL
       SELECT p, 'SEQUENCE ' || s.seqrelid::regclass FROM pg_sequence s
       CROSS JOIN unnest(CASE WHEN s.seqrelid::regclass::text = 'node_id' THEN ARRAY['USAGE', 'UPDATE']
         ELSE ARRAY['USAGE'] END) p
       WHERE NOT has_sequence_privilege($1, s.seqrelid, p)
       UNION ALL
       SELECT 'USAGE', 'SCHEMA ' || n.nspname FROM pg_namespace n
       WHERE n.nspname = ANY ($2) AND NOT has_schema_privilege($1, n.oid, 'USAGE')) missing
     UNION ALL
     -- The queue library's, which has no policies: only the owner would see rows.
     SELECT format('ALTER TABLE %s DISABLE ROW LEVEL SECURITY', c.oid::regclass) FROM pg_class c
     WHERE c.relrowsecurity AND c.relkind = 'r'`,
    [role, SCHEMAS],
  );
  for (const { statement } of rows) await client.query(statement);
}
