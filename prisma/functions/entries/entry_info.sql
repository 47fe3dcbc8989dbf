-- FileInfo of what exists at a path now.
--
-- Parameters:
--   fs    id of the filesystem
--   path  normalised absolute path
--
-- Result: {path, type, size, etag, modified_at}, or NULL if nothing exists at the path.
-- Locks: none.
-- See spec 5.3.
CREATE OR REPLACE FUNCTION entry_info(
  fs text,
  path text
)
RETURNS jsonb
LANGUAGE sql
STABLE
AS $$
  SELECT entry_json(path, entry_at(fs, path))
$$;
