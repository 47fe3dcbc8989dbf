-- FileInfo of a node, as the API returns it.
--
-- Parameters:
--   path   path to show for the node
--   entry  the node, or NULL
--
-- Result: {path, type, size, etag, modified_at}, or NULL for a NULL node.
-- Locks: none.
-- See spec 5.3.
CREATE OR REPLACE FUNCTION file_info(
  path text,
  entry node
)
RETURNS json
LANGUAGE sql
STABLE
AS $$
  SELECT CASE WHEN (entry).id IS NOT NULL THEN json_build_object(
    'path', path, 'type', (entry).type, 'size', (entry).size, 'etag', (entry).etag,
    'modified_at', to_char((entry).modified_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) END
$$;
