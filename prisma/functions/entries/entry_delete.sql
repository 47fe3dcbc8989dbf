-- The final deletion of entry_remove.
-- Deprecated: use entry_remove.
--
-- Parameters:
--   fs         id of the filesystem
--   path       normalised absolute path
--   recursive  true: also a directory that has entries
--   if_match   etags of If-Match, or NULL
--   source     origin of the change: 'api' or 'mount'
--
-- Result:
--   code       the refusal, or NULL; as entry_remove
--   cursor     cursor of the last change or of the barrier
--
-- Locks: those of entry_remove.
-- See spec 5.11.
CREATE OR REPLACE FUNCTION entry_delete(
  fs text,
  path text,
  recursive boolean,
  if_match text[],
  source text,
  OUT code text,
  OUT cursor bigint
)
LANGUAGE sql
AS $$
  SELECT r.code, r.cursor FROM entry_remove(fs, path, recursive, if_match, source, NULL) r
$$;
