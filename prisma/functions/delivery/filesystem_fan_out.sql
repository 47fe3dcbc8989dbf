-- Fans out the changes since the last call: marks the webhooks that they concern and schedules those that had
-- nothing to do. Everything is read in one snapshot; comparing `dispatched_cursor` with the
-- value read makes sure that no other process accounted for the same range. Fails with lock_not_available
-- after 50 ms; the reconciler repeats it.
--
-- Parameters:
--   fs              id of the filesystem
--   max_scan        beyond this many changes all webhooks are marked without reading the changes
--   wakeup_timeout  how long to wait for the wake-up event before the reconciler repeats it
--
-- Result: ids of the webhooks to wake.
-- Locks: the filesystem's row, then webhooks by id FOR UPDATE.
-- See spec 7.14.
CREATE OR REPLACE FUNCTION filesystem_fan_out(
  fs text,
  max_scan int,
  wakeup_timeout interval
)
RETURNS SETOF text
LANGUAGE plpgsql
SET lock_timeout = '50ms'
AS $$
DECLARE
  h bigint;
  old_cursor bigint;
  ids text[];
  hits bigint[];
BEGIN
  SELECT f.head, f.dispatched_cursor, array_agg(w.id ORDER BY w.id) FILTER (WHERE x.hit IS NOT NULL),
    array_agg(x.hit ORDER BY w.id) FILTER (WHERE x.hit IS NOT NULL)
  INTO h, old_cursor, ids, hits
  FROM filesystem f
  LEFT JOIN webhook w ON w.filesystem_id = f.id AND w.state = 'active'
  LEFT JOIN LATERAL (
    SELECT CASE WHEN f.dispatched_cursor < f.floor OR f.head - f.dispatched_cursor > max_scan THEN f.head
      ELSE (SELECT max(c.cursor) FROM change c
            WHERE c.filesystem_id = f.id AND c.cursor > f.dispatched_cursor AND c.cursor <= f.head
              AND change_touches(c.kind, c.path, c.path2, w.path_prefix)) END AS hit
  ) x ON w.id IS NOT NULL
  WHERE f.id = fs GROUP BY f.head, f.dispatched_cursor;
  UPDATE filesystem SET dispatched_cursor = h, undispatched = (head <> h)
  WHERE id = fs AND dispatched_cursor = old_cursor;
  IF NOT FOUND OR ids IS NULL THEN RETURN; END IF;
  PERFORM FROM webhook WHERE id = ANY (ids) ORDER BY id FOR UPDATE;
  RETURN QUERY
  WITH scheduled AS (
    UPDATE webhook w SET
      target_cursor = greatest(w.target_cursor, x.hit),
      position = CASE WHEN w.wake_at IS NULL AND x.hit > w.position
        THEN greatest(w.position, old_cursor) ELSE w.position END,
      rev = w.rev + (w.wake_at IS NULL AND x.hit > w.position)::int,
      wake_at = CASE WHEN w.wake_at IS NULL AND x.hit > w.position
        THEN greatest(clock_timestamp(), w.not_before, w.pace_until) + wakeup_timeout ELSE w.wake_at END
    FROM unnest(ids, hits) x (id, hit) WHERE w.id = x.id AND w.state = 'active'
    RETURNING w.id, old.wake_at AS was, new.wake_at AS is_now
  )
  SELECT s.id FROM scheduled s WHERE s.was IS NULL AND s.is_now IS NOT NULL;
END;
$$;
