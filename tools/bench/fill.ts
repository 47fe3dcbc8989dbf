import { z } from "zod";

import type { BenchEnvironment } from "./environment";

/**
 * A filesystem with many entries and retained changes, created without the API because its creation
 * is not measured.
 */
export type Sized = { base: string; id: string; entries: number; changes: number };

/** Directories hold 1,000 files each: `/d0/f0` … */
const PER_DIRECTORY = 1_000;

export async function createSized(
  { send, org, sql }: BenchEnvironment,
  entries: number,
  changes: number,
): Promise<Sized> {
  const created = await send("POST", `/orgs/${org}/filesystems`, JSON.stringify({ name: "bench" }));
  const { id } = created.json(z.object({ id: z.string() }));
  const directories = Math.ceil(entries / PER_DIRECTORY);
  await sql.query(
    `WITH top AS (SELECT id, root_id FROM filesystem WHERE id = $1),
      d AS (SELECT n, nextval('node_id') AS id FROM generate_series(0, $2::int - 1) n),
      dn AS (INSERT INTO node (filesystem_id, id, type, mode, modified_at, etag)
        SELECT $1, d.id, 'directory', 493, now(), '"d-' || d.id || '"' FROM d),
      de AS (INSERT INTO dirent SELECT $1, top.root_id, 'd' || d.n, d.id FROM d, top),
      f AS (SELECT d.id AS parent, i, nextval('node_id') AS id FROM d, generate_series(0, $3::int - 1) i),
      fn AS (INSERT INTO node (filesystem_id, id, type, mode, modified_at, etag, size, blob_hash)
        SELECT $1, f.id, 'file', 420, now(), '"e3b0c44298fc1c149afbf4c8996fb924"', 0, sha256('') FROM f),
      fe AS (INSERT INTO dirent SELECT $1, f.parent, 'f' || f.i, f.id FROM f)
     SELECT count(*) FROM f`,
    [id, directories, PER_DIRECTORY],
  );
  await sql.query(
    `WITH c AS (INSERT INTO change (filesystem_id, cursor, kind, path, origin)
        SELECT $1, n, 'updated', '/d0/f' || n % 1000, 'api' FROM generate_series(1, $2::int) n)
     UPDATE filesystem SET head = $2::int, dispatched_cursor = $2::int, entries = $3 WHERE id = $1`,
    [id, changes, directories * (PER_DIRECTORY + 1)],
  );
  await sql.query("ANALYZE node, dirent, change, filesystem");
  return { base: `/orgs/${org}/filesystems/${id}`, id, entries, changes };
}
