-- Walks once from the root towards a path, and says what it met: the entry, or what is in the way.
--
-- Parameters:
--   fs     id of the filesystem
--   path   normalised absolute path
--
-- Result:
--   code   the refusal, or NULL; one of path_not_found, not_a_directory
--   depth  how many names of the path exist
--   entry  the deepest node that exists: that of the path, if code is NULL; a symbolic link only as the last one
--
-- Locks: none.
-- See spec 5.12, 10.11.
CREATE OR REPLACE FUNCTION entry_reach(
  fs text,
  path text,
  OUT code text,
  OUT depth int,
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
  depth := w.depth;
  entry := w.entry;
  IF depth < cardinality(names) THEN
    code := CASE WHEN entry.type = 'directory' THEN 'path_not_found' ELSE 'not_a_directory' END;
  END IF;
END;
$$;
