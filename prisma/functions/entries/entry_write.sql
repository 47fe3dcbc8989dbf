-- Commits an upload: creates the file with its missing parents, or replaces its content.
--
-- Parameters:
--   fs             id of the filesystem
--   path           normalised absolute path
--   parents        true: create missing parent directories
--   new_mode       mode bits; NULL: keep the old ones, 0644 for a new file
--   new_etag       etag of the new content
--   new_size       size of the new content in bytes
--   new_blob       SHA-256 of the new content
--   if_match       etags of If-Match, or NULL
--   if_none_match  etags of If-None-Match, or NULL
--   source         origin of the change: 'api' or 'mount'
--
-- Result:
--   code           the refusal, or NULL; one of not_found, is_directory, is_symlink, is_special, not_a_directory,
--                  parent_not_found, byte_quota_exceeded, entry_quota_exceeded,
--                  precondition_failed, all of filesystem_grow
--   cursor         cursor of the last change
--   created        true if the file is new
--   info           FileInfo of the file
--
-- Locks: the filesystem's row FOR NO KEY UPDATE, before anything is checked.
-- See spec 5.9, 5.20, 6.1.
CREATE OR REPLACE FUNCTION entry_write(
  fs text,
  path text,
  parents boolean,
  new_mode int,
  new_etag text,
  new_size bigint,
  new_blob bytea,
  if_match text[],
  if_none_match text[],
  source text,
  OUT code text,
  OUT cursor bigint,
  OUT created boolean,
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
  old node;
  entry node;
BEGIN
  SELECT * INTO f FROM filesystem WHERE id = fs FOR NO KEY UPDATE;
  IF NOT FOUND THEN code := 'not_found'; RETURN; END IF;

  SELECT * INTO w FROM entry_walk(fs, f.root_id, names);
  entry := w.entry;
  missing := cardinality(names) - w.depth;
  IF missing = 0 THEN old := entry; END IF;
  code := coalesce(CASE
    WHEN missing = 0 AND entry.type = 'directory' THEN 'is_directory'
    WHEN missing = 0 AND entry.type = 'symlink' THEN 'is_symlink'
    WHEN missing = 0 AND entry.type = 'special' THEN 'is_special'
    WHEN missing > 0 AND entry.type <> 'directory' THEN 'not_a_directory'
    WHEN missing > 1 AND NOT parents THEN 'parent_not_found'
    WHEN new_size > coalesce(old.size, 0)
      AND f.retained_bytes - f.trash_bytes + new_size - coalesce(old.size, 0) > f.byte_quota THEN 'byte_quota_exceeded'
    WHEN missing > 0 AND f.entries - f.trash_entries + missing > f.entry_quota THEN 'entry_quota_exceeded'
    WHEN entry_refused(old.etag, if_match, if_none_match) THEN 'precondition_failed' END,
    filesystem_grow(f, new_size - coalesce(old.size, 0), missing));
  IF code IS NOT NULL THEN RETURN; END IF;

  created := missing > 0;
  IF created THEN
    entry := entry_make(fs, f.head, entry.id, names, w.depth, source, 'file', coalesce(new_mode, 420), new_etag,
                        new_size, new_blob);
  ELSE
    UPDATE node n SET size = new_size, etag = new_etag, blob_hash = new_blob, mode = coalesce(new_mode, n.mode),
        modified_at = date_trunc('milliseconds', clock_timestamp()), modified_ns = 0, modified_by = DEFAULT,
        changed_at = clock_timestamp()
      WHERE n.filesystem_id = fs AND n.id = old.id RETURNING n.* INTO entry;
    IF old.blob_hash <> new_blob THEN
      PERFORM content_leave(fs, ARRAY[old.blob_hash], ARRAY[old.size], clock_timestamp());
    END IF;
    INSERT INTO change (filesystem_id, cursor, kind, path, origin) VALUES (fs, f.head + 1, 'updated', path, source);
  END IF;
  cursor := f.head + greatest(missing, 1);
  PERFORM filesystem_advance(fs, cursor, missing, new_size - coalesce(old.size, 0), 0, 0);
  info := entry_json(path, entry);
END;
$$;
