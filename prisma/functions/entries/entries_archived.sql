-- Entries and everything below them, as they are at one moment, for an archive: parents first, siblings by name bytes.
--
-- Parameters:
--   fs           id of the filesystem
--   paths        normalised paths, none of which is below another
--   max_entries  most entries to return; one more than these tells that there are more
--
-- Result (rows):
--   path         path of the entry, without what precedes `paths`; NULL if nothing exists there
--   top          the path of `paths` that it is at or below
--   type, size, mode, modified_at, blob_hash, link_target
--                of its node
--
-- Locks: none.
-- See spec 5.33.
CREATE OR REPLACE FUNCTION entries_archived(
  fs text,
  paths text[],
  max_entries int
)
RETURNS TABLE (
  path text,
  top text,
  type text,
  size bigint,
  mode int,
  modified_at timestamptz,
  blob_hash bytea,
  link_target text
)
LANGUAGE sql
STABLE
SET enable_seqscan = off
SET enable_hashjoin = off
SET enable_mergejoin = off
AS $$
  SELECT CASE WHEN n.id IS NULL THEN NULL ELSE t.path END, p.top, n.type, n.size, n.mode, n.modified_at, n.blob_hash,
    n.link_target
  FROM unnest(paths) p (top)
  CROSS JOIN LATERAL entry_at(fs, p.top) e
  CROSS JOIN LATERAL (
    SELECT e.id AS node_id, p.top AS path, '\x'::bytea AS key
    UNION ALL
    SELECT x.node_id, CASE WHEN p.top = '/' THEN '' ELSE p.top END || x.path, x.key
    FROM entry_tree(fs, e.id) x WHERE e.type = 'directory') t
  LEFT JOIN node n ON n.filesystem_id = fs AND n.id = t.node_id
  ORDER BY p.top, t.key
  LIMIT max_entries + 1
$$;
