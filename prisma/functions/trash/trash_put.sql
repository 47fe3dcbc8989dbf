-- Moves a name out of its directory into a new item of the trash, with everything below it and without changes.
--
-- Parameters:
--   fs       id of the filesystem
--   item     id of the new item
--   path     normalised path of the entry
--   home     node id of the directory that holds the name
--   of_type  type of the entry
--
-- Result:
--   nodes    how many nodes only the trash has now
--   bytes    bytes of content they hold
--
-- Locks: none; the caller holds the filesystem's row.
-- See spec 5.34.
CREATE OR REPLACE FUNCTION trash_put(
  fs text,
  item text,
  path text,
  home bigint,
  of_type text,
  OUT nodes bigint,
  OUT bytes bigint
)
LANGUAGE plpgsql
AS $$
DECLARE
  names text[] := entry_names(path);
  hidden bigint := nextval('node_id');
  held record;
BEGIN
  UPDATE dirent d SET parent_id = hidden
    WHERE d.filesystem_id = fs AND d.parent_id = home AND d.name = names[cardinality(names)];
  SELECT * INTO held FROM trash_count(fs, hidden, 1);
  INSERT INTO trash_item (filesystem_id, id, parent_id, path, type, entries, bytes)
    VALUES (fs, item, hidden, path, of_type, held.names, held.size);
  nodes := held.nodes;
  bytes := held.bytes;
END;
$$;
