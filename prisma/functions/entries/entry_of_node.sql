-- The path of a node, by one of its names outside of the trash.
--
-- Parameters:
--   fs       id of the filesystem
--   node_id  id of the node
--
-- Result:
--   code   the refusal, or NULL; one of path_not_found
--   path   the path
--   entry  the node
--
-- Locks: none.
-- See spec 5.12.
CREATE OR REPLACE FUNCTION entry_of_node(
  fs text,
  node_id bigint,
  OUT code text,
  OUT path text,
  OUT entry node
)
LANGUAGE plpgsql
STABLE
SET enable_seqscan = off
AS $$
DECLARE
  root bigint := (SELECT f.root_id FROM filesystem f WHERE f.id = fs);
  held record;
BEGIN
  SELECT * INTO entry FROM node n WHERE n.filesystem_id = fs AND n.id = entry_of_node.node_id;
  IF entry.id = root THEN path := '/'; END IF;
  -- A file with many names in the trash is not worth more: its other names are found by their paths.
  FOR held IN
    SELECT d.parent_id, d.name FROM dirent d WHERE d.node_id = entry.id AND d.filesystem_id = fs LIMIT 100
  LOOP
    EXIT WHEN path IS NOT NULL;
    path := (entry_below(fs, root, held.parent_id)).path || '/' || held.name;
  END LOOP;
  IF path IS NULL THEN code := 'path_not_found'; END IF;
END;
$$;
