-- Removes a name and everything below it, without changes. A node goes with its last name; otherwise it loses
-- one link.
--
-- Parameters:
--   fs          id of the filesystem
--   parent      node id of the directory that holds the name
--   entry_name  the name
--   top         node id of what the name stands for
--
-- Result:
--   nodes       how many nodes were deleted
--   bytes       bytes of content they held; symbolic links have a size but do not count
--
-- Locks: none; the caller holds the filesystem's row.
-- See spec 5.11.
CREATE OR REPLACE FUNCTION entry_drop(
  fs text,
  parent bigint,
  entry_name text,
  top bigint,
  OUT nodes bigint,
  OUT bytes bigint
)
LANGUAGE plpgsql
AS $$
DECLARE
  ids bigint[] := ARRAY(SELECT top UNION ALL SELECT t.node_id FROM entry_tree(fs, top) t);
BEGIN
  DELETE FROM dirent d WHERE d.filesystem_id = fs AND d.parent_id = parent AND d.name = entry_name;
  SELECT * INTO nodes, bytes FROM nodes_drop(fs, ids, false);
END;
$$;
