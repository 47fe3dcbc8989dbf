-- Why no new name can be created at a path.
--
-- Parameters:
--   at       deepest node that exists on the way to the path
--   missing  how many names of the path do not exist
--
-- Result: the refusal code, or NULL (already_exists, not_a_directory, parent_not_found).
-- Locks: none.
-- See spec 5.17, 5.18.
CREATE OR REPLACE FUNCTION entry_taken(
  at node,
  missing int
)
RETURNS text
LANGUAGE sql
IMMUTABLE
AS $$
  SELECT CASE
    WHEN missing = 0 THEN 'already_exists'
    WHEN (at).type <> 'directory' THEN 'not_a_directory'
    WHEN missing > 1 THEN 'parent_not_found' END
$$;
