-- The entry at a path, without saying why there is none. Only directories have dirents, so the walk reads no
-- node but the last.
--
-- Parameters:
--   fs    id of the filesystem
--   path  normalised absolute path
--
-- Result: the node, or NULL if nothing exists at the path.
-- Locks: none.
-- See spec 5.8.
CREATE OR REPLACE FUNCTION entry_at(
  fs text,
  path text
)
RETURNS node
LANGUAGE plpgsql
STABLE
SET enable_seqscan = off
AS $$
DECLARE
  at bigint;
  segment text;
  result node;
BEGIN
  SELECT f.root_id INTO at FROM filesystem f WHERE f.id = fs;
  IF path <> '/' THEN
    FOREACH segment IN ARRAY string_to_array(substr(path, 2), '/') LOOP
      SELECT d.node_id INTO at FROM dirent d
        WHERE d.filesystem_id = fs AND d.parent_id = at AND d.name = segment;
      IF at IS NULL THEN RETURN NULL; END IF;
    END LOOP;
  END IF;
  SELECT n.* INTO result FROM node n WHERE n.filesystem_id = fs AND n.id = at;
  RETURN result;
END;
$$;
