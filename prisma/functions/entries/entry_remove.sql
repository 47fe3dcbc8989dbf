-- Deletes an entry and everything below it, into the trash or for good. Adds one `deleted` change for each, children
-- first; beyond 100,000 changes a single barrier.
--
-- Parameters:
--   fs         id of the filesystem
--   path       normalised absolute path
--   recursive  true: also a directory that has entries
--   if_match   etags of If-Match, or NULL
--   source     origin of the change: 'api' or 'mount'
--   trash_id   id of the trash item to make; NULL: delete for good
--
-- Result:
--   code       the refusal, or NULL; one of not_found, root_forbidden, path_not_found, not_a_directory,
--              directory_not_empty, precondition_failed
--   cursor     cursor of the last change or of the barrier
--   trashed    true if the item was made; a mount's deletions only go to the trash where the filesystem keeps them
--
-- Locks: the filesystem's row FOR NO KEY UPDATE, before anything is checked.
-- See spec 5.11, 5.20, 5.34, 6.1, 6.4.
CREATE OR REPLACE FUNCTION entry_remove(
  fs text,
  path text,
  recursive boolean,
  if_match text[],
  source text,
  trash_id text,
  OUT code text,
  OUT cursor bigint,
  OUT trashed boolean
)
LANGUAGE plpgsql
SET enable_seqscan = off
SET enable_hashjoin = off
SET enable_mergejoin = off
SET jit = off
AS $$
DECLARE
  f filesystem;
  names text[] := entry_names(path);
  below bigint := 0;
  w record;
  entry node;
  gone record;
BEGIN
  SELECT * INTO f FROM filesystem WHERE id = fs FOR NO KEY UPDATE;
  IF NOT FOUND THEN code := 'not_found'; RETURN; END IF;
  SELECT * INTO w FROM entry_walk(fs, f.root_id, names);
  entry := w.entry;
  IF entry.type = 'directory' AND w.depth = cardinality(names) THEN
    SELECT count(*) INTO below
      FROM (SELECT FROM entry_tree(fs, entry.id) LIMIT CASE WHEN recursive THEN 100000 ELSE 1 END) t;
  END IF;
  code := CASE
    WHEN path = '/' THEN 'root_forbidden'
    WHEN w.depth < cardinality(names) AND entry.type = 'directory' THEN 'path_not_found'
    WHEN w.depth < cardinality(names) THEN 'not_a_directory'
    WHEN below > 0 AND NOT recursive THEN 'directory_not_empty'
    WHEN entry_refused(entry.etag, if_match, NULL) THEN 'precondition_failed' END;
  IF code IS NOT NULL THEN RETURN; END IF;

  IF below + 1 > 100000 THEN
    cursor := f.head + 1;
    INSERT INTO change (filesystem_id, cursor, kind, path, origin) VALUES (fs, cursor, 'barrier', path, source);
  ELSE
    cursor := f.head + below + 1;
    INSERT INTO change (filesystem_id, cursor, kind, path, origin)
      SELECT fs, cursor - row_number() OVER (ORDER BY t.key), 'deleted', entry_remove.path || t.path, source
        FROM entry_tree(fs, entry.id) t WHERE below > 0
      UNION ALL SELECT fs, cursor, 'deleted', entry_remove.path, source;
  END IF;
  trashed := trash_id IS NOT NULL AND (source = 'api' OR f.keep_mount_deletions);
  IF trashed THEN
    SELECT * INTO gone FROM trash_put(fs, trash_id, path, w.parent_id, entry.type);
    PERFORM filesystem_advance(fs, cursor, 0, 0, gone.nodes, gone.bytes);
  ELSE
    SELECT * INTO gone FROM entry_drop(fs, w.parent_id, names[cardinality(names)], entry.id);
    PERFORM filesystem_advance(fs, cursor, -gone.nodes, -gone.bytes, 0, 0);
  END IF;
END;
$$;
