-- Creates a directory, with its missing parents if `parents` allows it.
--
-- Parameters:
--   fs        id of the filesystem
--   path      normalised absolute path
--   parents   true: create missing parent directories
--   new_mode  mode bits of the directory; parents get 0755
--   source    origin of the change: 'api' or 'mount'
--
-- Result:
--   code      the refusal, or NULL; one of not_found, already_exists, not_a_directory, parent_not_found,
--             entry_quota_exceeded, all of filesystem_grow
--   cursor    cursor of the last change
--   info      FileInfo of the directory
--
-- Locks: the filesystem's row FOR NO KEY UPDATE, before anything is checked.
-- See spec 5.14, 6.1.
CREATE OR REPLACE FUNCTION entry_mkdir(
  fs text,
  path text,
  parents boolean,
  new_mode int,
  source text,
  OUT code text,
  OUT cursor bigint,
  OUT info jsonb
)
LANGUAGE plpgsql
SET enable_seqscan = off
AS $$
DECLARE
  f filesystem;
  names text[] := entry_names(path);
  missing int;
  w record;
  entry node;
BEGIN
  SELECT * INTO f FROM filesystem WHERE id = fs FOR NO KEY UPDATE;
  IF NOT FOUND THEN code := 'not_found'; RETURN; END IF;
  SELECT * INTO w FROM entry_walk(fs, f.root_id, names);
  entry := w.entry;
  missing := cardinality(names) - w.depth;
  code := coalesce(CASE
    WHEN missing = 0 THEN 'already_exists'
    WHEN entry.type <> 'directory' THEN 'not_a_directory'
    WHEN missing > 1 AND NOT parents THEN 'parent_not_found'
    WHEN f.entries - f.trash_entries + missing > f.entry_quota THEN 'entry_quota_exceeded' END,
    filesystem_grow(f, 0, missing));
  IF code IS NOT NULL THEN RETURN; END IF;

  entry := entry_make(fs, f.head, entry.id, names, w.depth, source, 'directory', new_mode, NULL, NULL, NULL);
  cursor := f.head + missing;
  PERFORM filesystem_advance(fs, cursor, missing, 0, 0, 0);
  info := entry_json(path, entry);
END;
$$;
