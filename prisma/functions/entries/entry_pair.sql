-- Looks up both paths of a move or a copy and returns what the two refuse alike, a missing source first.
--
-- Parameters:
--   fs             id of the filesystem
--   root           node id of the root directory
--   from_path      normalised path of the entry
--   to_path        normalised path of its new place
--   overwrite      true: replace what is at to_path
--   parents        true: create missing parent directories
--
-- Result:
--   code           the refusal, or NULL; one of path_not_found, root_forbidden, not_a_directory,
--                  invalid_move, already_exists, is_directory, directory_not_empty, parent_not_found
--   entry          node at from_path
--   entry_parent   node id of the directory that names it
--   target         deepest node that exists on the way to to_path
--   target_parent  node id of the directory that names it
--   missing        how many names of to_path do not exist; 0 if something is there
--
-- Locks: none.
-- See spec 5.15, 5.16.
CREATE OR REPLACE FUNCTION entry_pair(
  fs text,
  root bigint,
  from_path text,
  to_path text,
  overwrite boolean,
  parents boolean,
  OUT code text,
  OUT entry node,
  OUT entry_parent bigint,
  OUT target node,
  OUT target_parent bigint,
  OUT missing int
)
LANGUAGE plpgsql
STABLE
AS $$
DECLARE
  from_names text[] := entry_names(from_path);
  to_names text[] := entry_names(to_path);
  s record;
  t record;
BEGIN
  SELECT * INTO s FROM entry_walk(fs, root, from_names);
  SELECT * INTO t FROM entry_walk(fs, root, to_names);
  entry := s.entry;
  entry_parent := s.parent_id;
  target := t.entry;
  target_parent := t.parent_id;
  missing := cardinality(to_names) - t.depth;
  code := CASE
    WHEN s.depth < cardinality(from_names) AND entry.type = 'directory' THEN 'path_not_found'
    WHEN from_path = '/' OR to_path = '/' THEN 'root_forbidden'
    WHEN s.depth < cardinality(from_names) THEN 'not_a_directory'
    WHEN from_path = to_path THEN NULL
    WHEN entry.type = 'directory' AND starts_with(to_path, from_path || '/') THEN 'invalid_move'
    WHEN missing = 0 AND NOT overwrite THEN 'already_exists'
    WHEN missing = 0 AND target.type = 'directory' AND entry.type <> 'directory' THEN 'is_directory'
    WHEN missing = 0 AND target.type <> 'directory' AND entry.type = 'directory' THEN 'not_a_directory'
    WHEN missing = 0 AND EXISTS (SELECT FROM dirent d WHERE d.filesystem_id = fs AND d.parent_id = target.id)
      THEN 'directory_not_empty'
    WHEN missing > 0 AND target.type <> 'directory' THEN 'not_a_directory'
    WHEN missing > 1 AND NOT parents THEN 'parent_not_found' END;
END;
$$;
