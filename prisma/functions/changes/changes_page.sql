-- The page of changes_after, as processes of version 0.1.0 call it.
-- Deprecated: use changes_after.
--
-- Parameters:
--   fs          id of the filesystem
--   after       cursor to read after
--   prefix      path_prefix of a webhook or a reader
--   max_events  most events to return
--   max_scan    most rows to read, whether or not they concern the prefix
--
-- Result (one row):
--   scanned     cursor up to which everything was read
--   barrier     true if the first change that concerns the prefix is a barrier; events is then empty
--   events      JSON array of {cursor, type, path, file}; file is FileInfo or null
--
-- Locks: none.
-- See spec 6.2, 6.4, 7.3.
CREATE OR REPLACE FUNCTION changes_page(
  fs text,
  after bigint,
  prefix text,
  max_events int,
  max_scan int
)
RETURNS TABLE (
  scanned bigint,
  barrier boolean,
  events jsonb
)
LANGUAGE sql
STABLE
AS $$
  SELECT p.scanned, p.barrier, p.events::jsonb FROM changes_after(fs, after, prefix, max_events, max_scan, false) p
$$;
