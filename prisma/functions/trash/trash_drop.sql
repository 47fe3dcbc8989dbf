-- Deletes items of the trash with everything in them, for good and without changes.
--
-- Parameters:
--   fs     id of the filesystem
--   items  their ids
--
-- Result: nothing.
-- Locks: none; the caller holds the filesystem's row.
-- See spec 5.35.
CREATE OR REPLACE FUNCTION trash_drop(
  fs text,
  items text[]
)
RETURNS void
LANGUAGE plpgsql
SET enable_seqscan = off
SET enable_hashjoin = off
SET enable_mergejoin = off
SET jit = off
AS $$
DECLARE
  hidden bigint[];
  ids bigint[];
  freed record;
BEGIN
  WITH gone AS (DELETE FROM trash_item i WHERE i.filesystem_id = fs AND i.id = ANY (items) RETURNING i.parent_id)
    SELECT array_agg(g.parent_id) INTO hidden FROM gone g;
  ids := ARRAY(SELECT t.node_id FROM unnest(hidden) h, entry_tree(fs, h) t);
  DELETE FROM dirent d WHERE d.filesystem_id = fs AND d.parent_id = ANY (hidden);
  SELECT * INTO freed FROM nodes_drop(fs, ids, true);
  UPDATE filesystem f SET entries = f.entries - freed.nodes, retained_bytes = f.retained_bytes - freed.bytes,
    trash_entries = f.trash_entries - freed.nodes, trash_bytes = f.trash_bytes - freed.bytes WHERE f.id = fs;
END;
$$;
