-- Creates a hard link: one more name for a file or a symbolic link. It uses no quota, because quota is charged once
-- per node.
--
-- Parameters:
--   fs      id of the filesystem
--   target  normalised path of the file
--   path    normalised path of the new name
--   source  origin of the change: 'api' or 'mount'
--
-- Result:
--   code    the refusal, or NULL; one of not_found, path_not_found, is_directory, already_exists, not_a_directory,
--           parent_not_found
--   cursor  cursor of the change
--   info    FileInfo of the file at its new name
--
-- Locks: the filesystem's row FOR NO KEY UPDATE, before anything is checked.
-- See spec 5.17, 6.1.
CREATE OR REPLACE FUNCTION entry_link(
  fs text,
  target text,
  path text,
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
  t record;
  w record;
  entry node;
BEGIN
  SELECT * INTO f FROM filesystem WHERE id = fs FOR NO KEY UPDATE;
  IF NOT FOUND THEN code := 'not_found'; RETURN; END IF;
  SELECT * INTO t FROM entry_find(fs, target);
  SELECT * INTO w FROM entry_walk(fs, f.root_id, names);
  entry := t.entry;
  code := CASE
    WHEN t.code IS NOT NULL THEN t.code
    WHEN entry.type = 'directory' THEN 'is_directory'
    ELSE entry_taken(w.entry, cardinality(names) - w.depth) END;
  IF code IS NOT NULL THEN RETURN; END IF;

  cursor := f.head + 1;
  UPDATE node n SET nlink = n.nlink + 1, changed_at = clock_timestamp()
    WHERE n.filesystem_id = fs AND n.id = entry.id;
  INSERT INTO dirent (filesystem_id, parent_id, name, node_id)
    VALUES (fs, (w.entry).id, names[cardinality(names)], entry.id);
  INSERT INTO change (filesystem_id, cursor, kind, path, origin) VALUES (fs, cursor, 'created', path, source);
  PERFORM filesystem_advance(fs, cursor, 0, 0, 0, 0);
  info := entry_json(path, entry);
END;
$$;
