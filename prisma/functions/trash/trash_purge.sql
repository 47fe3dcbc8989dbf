-- Deletes items of a trash for good, the oldest first and as many as one step may take.
--
-- Parameters:
--   fs       id of the filesystem
--   item     id of the only item to delete; NULL: all
--   before   items that were deleted later stay
--   most     entries after which a step ends; one item is deleted as a whole
--
-- Result:
--   purged   how many items were deleted; 0 if there are none, or no such filesystem
--   cursor   head of the filesystem, which this leaves as it is
--
-- Locks: the filesystem's row FOR NO KEY UPDATE.
-- See spec 5.35, 5.36.
CREATE OR REPLACE FUNCTION trash_purge(
  fs text,
  item text,
  before timestamptz,
  most bigint,
  OUT purged int,
  OUT cursor bigint
)
LANGUAGE plpgsql
AS $$
DECLARE
  items text[];
BEGIN
  SELECT f.head INTO cursor FROM filesystem f WHERE f.id = fs FOR NO KEY UPDATE;
  items := ARRAY(
    SELECT o.id FROM (
      SELECT i.id, sum(i.entries) OVER (ORDER BY i.id) - i.entries AS entries
      FROM (SELECT x.id, x.entries FROM trash_item x
        WHERE x.filesystem_id = fs AND (item IS NULL OR x.id = item) AND x.deleted_at < before
        ORDER BY x.id LIMIT most) i) o
    WHERE o.entries < most AND cursor IS NOT NULL);
  purged := cardinality(items);
  IF purged > 0 THEN PERFORM trash_drop(fs, items); END IF;
END;
$$;
