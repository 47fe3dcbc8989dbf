-- FileInfo of a node, as the results of writes contain it.
--
-- Parameters:
--   path   path to show for the node
--   entry  the node, or NULL
--
-- Result: {path, type, size, etag, modified_at}, or NULL for a NULL node.
-- Locks: none.
-- See spec 5.3.
CREATE OR REPLACE FUNCTION entry_json(
  path text,
  entry node
)
RETURNS jsonb
LANGUAGE sql
STABLE
AS $$
  SELECT file_info(path, entry, false)::jsonb
$$;
