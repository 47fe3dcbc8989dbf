-- Everything below a directory. Ordered by `key` it is in pre-order by name bytes: no name contains a NUL, so
-- a NUL between names sorts the contents of a directory before its longer-named siblings. OFFSET 0 keeps it
-- at one index scan per directory.
--
-- Parameters:
--   fs       id of the filesystem
--   top      node id of the directory
--
-- Result (rows):
--   node_id  id of a node below it; a hard-linked file comes once per name
--   path     its path relative to the directory, with a leading /
--   key      the sort key
--
-- Locks: none.
-- See spec 5.13.
CREATE OR REPLACE FUNCTION entry_tree(
  fs text,
  top bigint
)
RETURNS TABLE (
  node_id bigint,
  path text,
  key bytea
)
LANGUAGE sql
STABLE
AS $$
  WITH RECURSIVE tree AS (
    SELECT d.node_id, '/' || d.name AS path, convert_to(d.name, 'UTF8') AS key
      FROM dirent d WHERE d.filesystem_id = fs AND d.parent_id = top
    UNION ALL
    SELECT d.node_id, t.path || '/' || d.name, t.key || '\x00' || convert_to(d.name, 'UTF8')
      FROM tree t, LATERAL (
        SELECT c.node_id, c.name FROM dirent c WHERE c.filesystem_id = fs AND c.parent_id = t.node_id OFFSET 0) d
  )
  SELECT t.node_id, t.path, t.key FROM tree t
$$;
