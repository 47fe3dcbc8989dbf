-- FileInfo of a node, as the API returns it.
--
-- Parameters:
--   path   path to show for the node
--   entry  the node, or NULL
--   stat   true: with the fields of stat
--
-- Result: {path, type, size, etag, modified_at}, with `stat` also {mode, node_id, nlink, link_target, uid, gid,
-- modified_ns, special, device, changed_at, modified_by}, or NULL for a NULL node.
-- Locks: none.
-- See spec 5.3, 5.25.
CREATE OR REPLACE FUNCTION file_info(
  path text,
  entry node,
  stat boolean
)
RETURNS json
LANGUAGE sql
STABLE
AS $$
  SELECT CASE WHEN (entry).id IS NULL THEN NULL WHEN NOT stat THEN json_build_object(
    'path', path, 'type', (entry).type, 'size', (entry).size, 'etag', (entry).etag,
    'modified_at', to_char((entry).modified_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
  ELSE json_build_object(
    'path', path, 'type', (entry).type, 'size', (entry).size, 'etag', (entry).etag,
    'modified_at', to_char((entry).modified_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'mode', lpad(to_oct((entry).mode), 4, '0'), 'node_id', (entry).id::text, 'nlink', (entry).nlink - (entry).trashed,
    'link_target', (entry).link_target, 'uid', (entry).uid, 'gid', (entry).gid, 'modified_ns', (entry).modified_ns,
    'special', (entry).special, 'device', (entry).device,
    'changed_at', to_char((entry).changed_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'modified_by', (entry).modified_by) END
$$;
