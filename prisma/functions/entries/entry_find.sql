-- The entry at a path, or the code that says why there is none.
--
-- Parameters:
--   fs     id of the filesystem
--   path   normalised absolute path
--
-- Result:
--   code   the refusal, or NULL; one of path_not_found, not_a_directory
--   entry  the node, if code is NULL
--
-- Locks: none.
-- See spec 5.12.
CREATE OR REPLACE FUNCTION entry_find(
  fs text,
  path text,
  OUT code text,
  OUT entry node
)
LANGUAGE plpgsql
STABLE
SET enable_seqscan = off
AS $$
DECLARE
  names text[] := entry_names(path);
  w record;
BEGIN
  SELECT x.* INTO w FROM filesystem f, entry_walk(fs, f.root_id, names) x WHERE f.id = fs;
  IF w.depth = cardinality(names) THEN
    entry := w.entry;
  ELSE
    code := CASE WHEN (w.entry).type = 'directory' THEN 'path_not_found' ELSE 'not_a_directory' END;
  END IF;
END;
$$;
