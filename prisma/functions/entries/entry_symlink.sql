-- Creates a symbolic link. Its target is any text: it is stored and never followed.
--
-- Parameters:
--   fs        id of the filesystem
--   target    what the link says
--   path      normalised path of the link
--   new_etag  etag made from the target
--   source    origin of the change: 'api' or 'mount'
--
-- Result:
--   code      the refusal, or NULL; one of not_found, already_exists, not_a_directory, parent_not_found,
--             entry_quota_exceeded, all of filesystem_grow
--   cursor    cursor of the change
--   info      FileInfo of the link
--
-- Locks: the filesystem's row FOR NO KEY UPDATE, before anything is checked.
-- See spec 5.18, 6.1.
CREATE OR REPLACE FUNCTION entry_symlink(
  fs text,
  target text,
  path text,
  new_etag text,
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
  w record;
  entry node;
BEGIN
  SELECT * INTO f FROM filesystem WHERE id = fs FOR NO KEY UPDATE;
  IF NOT FOUND THEN code := 'not_found'; RETURN; END IF;
  SELECT * INTO w FROM entry_walk(fs, f.root_id, names);
  code := coalesce(entry_taken(w.entry, cardinality(names) - w.depth),
    CASE WHEN f.entries - f.trash_entries + 1 > f.entry_quota THEN 'entry_quota_exceeded' END,
    filesystem_grow(f, 0, 1));
  IF code IS NOT NULL THEN RETURN; END IF;

  cursor := f.head + 1;
  INSERT INTO node (filesystem_id, type, mode, modified_at, etag, size, link_target)
    VALUES (fs, 'symlink', 511, date_trunc('milliseconds', clock_timestamp()), new_etag, octet_length(target), target)
    RETURNING * INTO entry;
  INSERT INTO dirent (filesystem_id, parent_id, name, node_id)
    VALUES (fs, (w.entry).id, names[cardinality(names)], entry.id);
  INSERT INTO change (filesystem_id, cursor, kind, path, origin) VALUES (fs, cursor, 'created', path, source);
  PERFORM filesystem_advance(fs, cursor, 1, 0, 0, 0);
  info := entry_json(path, entry);
END;
$$;
