import type { Db, Prisma } from "@/lib/db/client";

/** A filesystem whose counters or links differ from its nodes and names (spec 5.19, 5.36). Sizes in bytes. */
export type CounterFault = {
  filesystem: string;
  retained_bytes: number;
  bytes_of_nodes: number;
  entries: number;
  nodes: number;
  trash_bytes: number;
  bytes_in_trash: number;
  trash_entries: number;
  nodes_in_trash: number;
  /**
   * Nodes that count their names wrongly, names in no directory or trash item, trash items without a name, and small
   * contents that no file has and no cleanup will find.
   */
  broken: number;
};

/** Every filesystem with a fault. A statement for each is consistent: all of it changes in the same transaction. */
export async function wrongCounters(db: Db): Promise<CounterFault[]> {
  const wrong: CounterFault[] = [];
  const filesystems = await db.$queryRaw<{ id: string }[]>`SELECT id FROM filesystem ORDER BY id`;
  for (const { id } of filesystems) {
    const [counted] = await count(db, id);
    if (counted !== undefined && differs(counted)) wrong.push(counted);
  }
  return wrong;
}

const differs = (found: CounterFault) =>
  found.retained_bytes !== found.bytes_of_nodes ||
  found.entries !== found.nodes ||
  found.trash_bytes !== found.bytes_in_trash ||
  found.trash_entries !== found.nodes_in_trash ||
  found.broken > 0;

// For one filesystem; a million entries take seconds.
const MOST_MS = 600_000;

// Without statistics of rows that are new, nested loops would compare every name with every node.
const count = (db: Db, id: string) =>
  db.$transaction(
    async (tx) => {
      await tx.$executeRaw`SET LOCAL enable_nestloop = off`;
      return countIn(tx, id);
    },
    { timeout: MOST_MS },
  );

const countIn = (db: Prisma.TransactionClient, id: string) => db.$queryRaw<CounterFault[]>`
  WITH RECURSIVE item AS MATERIALIZED (
    SELECT parent_id FROM trash_item WHERE filesystem_id = ${id}
  ), name AS MATERIALIZED (
    SELECT parent_id, node_id FROM dirent WHERE filesystem_id = ${id}
  ), deleted AS (
    SELECT n.node_id FROM item JOIN name n USING (parent_id)
    UNION ALL SELECT n.node_id FROM deleted d JOIN name n ON n.parent_id = d.node_id
  ), held AS MATERIALIZED (
    SELECT x.id, x.type, CASE x.type WHEN 'file' THEN x.size ELSE 0 END AS size, x.nlink, x.trashed,
      coalesce(a.names, 0) AS names, coalesce(t.names, 0) AS in_trash
    FROM node x
    LEFT JOIN (SELECT node_id, count(*) AS names FROM name GROUP BY node_id) a ON a.node_id = x.id
    LEFT JOIN (SELECT node_id, count(*) AS names FROM deleted GROUP BY node_id) t ON t.node_id = x.id
    WHERE x.filesystem_id = ${id}
  )
  SELECT f.id AS filesystem, f.retained_bytes::float8, coalesce(sum(n.size), 0)::float8 AS bytes_of_nodes,
    f.entries::float8, count(*) FILTER (WHERE n.id <> f.root_id)::float8 AS nodes,
    f.trash_bytes::float8, coalesce(sum(n.size) FILTER (WHERE n.in_trash = n.names), 0)::float8 AS bytes_in_trash,
    f.trash_entries::float8, count(*) FILTER (WHERE n.in_trash = n.names AND n.id <> f.root_id)::float8 AS nodes_in_trash,
    (count(*) FILTER (WHERE n.id <> f.root_id AND (n.names <> n.nlink OR n.nlink > 1 AND n.trashed <> n.in_trash))
      + (SELECT count(*) FROM name x WHERE NOT EXISTS (SELECT FROM item WHERE item.parent_id = x.parent_id)
        AND NOT EXISTS (SELECT FROM held d WHERE d.id = x.parent_id AND d.type = 'directory'))
      + (SELECT count(*) FROM item WHERE NOT EXISTS (SELECT FROM name x WHERE x.parent_id = item.parent_id))
      + (SELECT count(*) FROM content c WHERE c.filesystem_id = f.id
        AND NOT EXISTS (SELECT FROM node x WHERE x.blob_hash = c.hash AND x.filesystem_id = f.id)
        AND NOT EXISTS (SELECT FROM former_content o WHERE o.filesystem_id = f.id AND o.hash = c.hash)))::float8
      AS broken
  FROM filesystem f CROSS JOIN held n WHERE f.id = ${id} GROUP BY f.id`;
