-- Changes mode and modification time of an entry (chmod and touch). A symbolic link is changed itself.
--
-- Parameters:
--   fs        id of the filesystem
--   path      normalised absolute path
--   new_mode  mode bits; NULL: unchanged
--   new_time  modification time; NULL: unchanged
--   if_match  etags of If-Match, or NULL
--   source    origin of the change: 'api' or 'mount'
--
-- Result:
--   code      the refusal, or NULL; one of not_found, path_not_found, not_a_directory, precondition_failed
--   cursor    cursor of the change
--   info      FileInfo of the entry
--
-- Locks: the filesystem's row FOR NO KEY UPDATE, before anything is checked.
-- See spec 5.10, 6.1.
CREATE OR REPLACE FUNCTION entry_patch(
  fs text,
  path text,
  new_mode int,
  new_time timestamptz,
  if_match text[],
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
  t record;
  entry node;
BEGIN
  SELECT * INTO f FROM filesystem WHERE id = fs FOR NO KEY UPDATE;
  IF NOT FOUND THEN code := 'not_found'; RETURN; END IF;
  SELECT * INTO t FROM entry_find(fs, path);
  entry := t.entry;
  code := CASE
    WHEN t.code IS NOT NULL THEN t.code
    WHEN entry_refused(entry.etag, if_match, NULL) THEN 'precondition_failed' END;
  IF code IS NOT NULL THEN RETURN; END IF;

  cursor := f.head + 1;
  UPDATE node n SET mode = coalesce(new_mode, n.mode), modified_at = coalesce(new_time, n.modified_at),
        modified_ns = CASE WHEN new_time IS NULL THEN n.modified_ns ELSE 0 END, changed_at = clock_timestamp()
    WHERE n.filesystem_id = fs AND n.id = entry.id RETURNING n.* INTO entry;
  INSERT INTO change (filesystem_id, cursor, kind, path, origin) VALUES (fs, cursor, 'updated', path, source);
  PERFORM filesystem_advance(fs, cursor, 0, 0, 0, 0);
  info := entry_json(path, entry);
END;
$$;
