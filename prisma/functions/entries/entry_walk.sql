-- Walks from the root towards a path and stops at the deepest entry that exists.
--
-- Parameters:
--   fs         id of the filesystem
--   root       node id of the root directory
--   names      names of the path (entry_names)
--
-- Result:
--   depth      how many of the names exist; all of them if the path exists
--   parent_id  node id of the directory that names the entry; NULL for the root
--   entry      the deepest node that exists, at least the root
--
-- Locks: none.
-- See spec 5.6.
CREATE OR REPLACE FUNCTION entry_walk(
  fs text,
  root bigint,
  names text[],
  OUT depth int,
  OUT parent_id bigint,
  OUT entry node
)
LANGUAGE plpgsql
STABLE
AS $$
DECLARE
  at bigint := root;
  below bigint;
BEGIN
  depth := 0;
  FOR i IN 1 .. cardinality(names) LOOP
    SELECT d.node_id INTO below FROM dirent d
      WHERE d.filesystem_id = fs AND d.parent_id = at AND d.name = names[i];
    EXIT WHEN below IS NULL;
    parent_id := at;
    at := below;
    depth := i;
  END LOOP;
  SELECT n.* INTO entry FROM node n WHERE n.filesystem_id = fs AND n.id = at;
END;
$$;
