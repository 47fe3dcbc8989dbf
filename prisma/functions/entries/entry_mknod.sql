-- Creates a named pipe, a socket or a device.
--
-- Parameters:
--   fs           id of the filesystem
--   path         normalised path of the entry
--   new_mode     mode bits
--   new_special  fifo, socket, character or block
--   new_device   number of a device, otherwise 0
--   source       origin of the change: 'api' or 'mount'
--
-- Result:
--   code         the refusal, or NULL; one of not_found, already_exists, not_a_directory, parent_not_found,
--                entry_quota_exceeded, all of filesystem_grow
--   cursor       cursor of the change
--   info         FileInfo of the entry
--
-- Locks: the filesystem's row FOR NO KEY UPDATE, before anything is checked.
-- See spec 5.28, 6.1.
CREATE OR REPLACE FUNCTION entry_mknod(
  fs text,
  path text,
  new_mode int,
  new_special text,
  new_device bigint,
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
  made_id bigint := nextval('node_id');
BEGIN
  SELECT * INTO f FROM filesystem WHERE id = fs FOR NO KEY UPDATE;
  IF NOT FOUND THEN code := 'not_found'; RETURN; END IF;
  SELECT * INTO w FROM entry_walk(fs, f.root_id, names);
  code := coalesce(entry_taken(w.entry, cardinality(names) - w.depth),
    CASE WHEN f.entries - f.trash_entries + 1 > f.entry_quota THEN 'entry_quota_exceeded' END,
    filesystem_grow(f, 0, 1));
  IF code IS NOT NULL THEN RETURN; END IF;

  cursor := f.head + 1;
  INSERT INTO node (filesystem_id, id, type, mode, modified_at, etag, special, device)
    VALUES (fs, made_id, 'special', new_mode, date_trunc('milliseconds', clock_timestamp()), '"s-' || made_id || '"',
            new_special, new_device)
    RETURNING * INTO entry;
  INSERT INTO dirent (filesystem_id, parent_id, name, node_id)
    VALUES (fs, (w.entry).id, names[cardinality(names)], entry.id);
  INSERT INTO change (filesystem_id, cursor, kind, path, origin) VALUES (fs, cursor, 'created', path, source);
  PERFORM filesystem_advance(fs, cursor, 1, 0, 0, 0);
  info := entry_json(path, entry);
END;
$$;
