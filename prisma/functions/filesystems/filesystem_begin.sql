-- Begins a write to a filesystem that fans out what it changes itself: its last call has to be webhooks_wake, with
-- what this returns. Until then the filesystem counts as fanned out.
--
-- Parameters:
--   fs  id of the filesystem
--
-- Result: cursor of the last change that was fanned out before; NULL without such a filesystem.
-- Locks: the filesystem's row FOR NO KEY UPDATE.
-- See spec 8.3.
CREATE OR REPLACE FUNCTION filesystem_begin(
  fs text
)
RETURNS bigint
LANGUAGE plpgsql
AS $$
DECLARE
  since bigint;
BEGIN
  SELECT f.dispatched_cursor INTO since FROM filesystem f WHERE f.id = fs FOR NO KEY UPDATE;
  PERFORM set_config('tidemark.fans_out', fs, true);
  RETURN since;
END;
$$;
