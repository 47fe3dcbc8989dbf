-- Raises the floor of a filesystem past changes that are too old or too many, then deletes their rows. If
-- resyncs follow from a recent outage of our own they are spread over a minute.
--
-- Parameters:
--   fs         id of the filesystem
--   keep_for   how long changes are kept
--   keep_rows  how many changes are kept at most
--   max_rows   how far the floor may rise in one call
--
-- Result: number of rows deleted; 0 while another transaction has the filesystem.
-- Locks: the filesystem's row FOR NO KEY UPDATE, then webhooks by id FOR NO KEY UPDATE.
-- See spec 6.3.
CREATE OR REPLACE FUNCTION changes_prune(
  fs text,
  keep_for interval,
  keep_rows int,
  max_rows int
)
RETURNS int
LANGUAGE plpgsql
AS $$
DECLARE
  f filesystem;
  new_floor bigint;
  n int;
BEGIN
  -- A large tree that is moved holds it for long, and so would this hold up all other filesystems.
  SELECT * INTO f FROM filesystem WHERE id = fs FOR NO KEY UPDATE SKIP LOCKED;
  IF NOT FOUND THEN RETURN 0; END IF;
  new_floor := least(f.floor + max_rows, greatest(f.floor, f.head - keep_rows, (
    SELECT max(o.cursor) FROM (
      SELECT c.cursor, c.at FROM change c WHERE c.filesystem_id = fs AND c.cursor > f.floor
      ORDER BY c.cursor LIMIT max_rows) o
    WHERE o.at < statement_timestamp() - keep_for)));
  UPDATE filesystem SET floor = new_floor,
    history_since = (SELECT c.at FROM change c WHERE c.filesystem_id = fs AND c.cursor = new_floor + 1)
  WHERE id = fs;
  IF new_floor > f.floor THEN
    PERFORM resyncs_spread(fs) FROM reconciler_heartbeat WHERE outage_ended_at > clock_timestamp() - interval '10 min';
  END IF;
  DELETE FROM change WHERE filesystem_id = fs AND cursor <= new_floor;
  GET DIAGNOSTICS n = ROW_COUNT;
  RETURN n;
END;
$$;
