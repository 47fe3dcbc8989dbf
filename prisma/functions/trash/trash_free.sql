-- Deletes the oldest items of a trash, for good: no more than are needed, and at most 100.
--
-- Parameters:
--   fs            id of the filesystem
--   more_bytes    bytes that are needed, or NULL
--   more_entries  entries that are needed, or NULL
--
-- Result: false if the trash is empty. What hard links outside of the trash still hold is not freed, so more may be
-- needed after a true.
-- Locks: none; the caller holds the filesystem's row.
-- See spec 5.36.
CREATE OR REPLACE FUNCTION trash_free(
  fs text,
  more_bytes bigint,
  more_entries bigint
)
RETURNS boolean
LANGUAGE plpgsql
AS $$
DECLARE
  items text[] := ARRAY(
    SELECT o.id FROM (
      SELECT i.id, sum(i.bytes) OVER older - i.bytes AS bytes, sum(i.entries) OVER older - i.entries AS entries
      FROM (SELECT x.* FROM trash_item x WHERE x.filesystem_id = fs ORDER BY x.id LIMIT 100) i
      WINDOW older AS (ORDER BY i.id)) o
    WHERE o.bytes < more_bytes OR o.entries < more_entries);
BEGIN
  PERFORM trash_drop(fs, items);
  RETURN cardinality(items) > 0;
END;
$$;
