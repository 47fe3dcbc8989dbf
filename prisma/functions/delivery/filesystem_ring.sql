-- Fans out the changes since the last call: marks the webhooks that they concern and schedules those that had
-- nothing to do. Everything is read in one snapshot; the comparison with the old `rung` makes sure that no
-- other process accounted for the same range. Gives up with lock_not_available after 50 ms; the reconciler
-- repeats it.
--
-- Parameters:
--   fs        id of the filesystem
--   max_scan  beyond this many changes all webhooks are marked without reading the changes
--   patience  how long to wait for the wake-up event before the reconciler repeats it
--
-- Result: ids of the webhooks to wake.
-- Locks: the filesystem's row, then webhooks by id FOR UPDATE.
-- See spec 7.14.
CREATE OR REPLACE FUNCTION filesystem_ring(
  fs text,
  max_scan int,
  patience interval
)
RETURNS SETOF text
LANGUAGE plpgsql
SET lock_timeout = '50ms'
AS $$
DECLARE
  h bigint;
  old_rung bigint;
  ids text[];
  hits bigint[];
BEGIN
  SELECT f.head, f.rung, array_agg(w.id ORDER BY w.id) FILTER (WHERE x.hit IS NOT NULL),
    array_agg(x.hit ORDER BY w.id) FILTER (WHERE x.hit IS NOT NULL)
  INTO h, old_rung, ids, hits
  FROM filesystem f
  LEFT JOIN webhook w ON w.filesystem_id = f.id AND w.state = 'active'
  LEFT JOIN LATERAL (
    SELECT CASE WHEN f.rung < f.floor OR f.head - f.rung > max_scan THEN f.head
      ELSE (SELECT max(c.cursor) FROM change c
            WHERE c.filesystem_id = f.id AND c.cursor > f.rung AND c.cursor <= f.head
              AND change_touches(c.kind, c.path, c.path2, w.path_prefix)) END AS hit
  ) x ON w.id IS NOT NULL
  WHERE f.id = fs GROUP BY f.head, f.rung;
  UPDATE filesystem SET rung = h, dirty = (head <> h) WHERE id = fs AND rung = old_rung;
  IF NOT FOUND OR ids IS NULL THEN RETURN; END IF;
  PERFORM FROM webhook WHERE id = ANY (ids) ORDER BY id FOR UPDATE;
  RETURN QUERY
  WITH rung AS (
    UPDATE webhook w SET
      wanted = greatest(w.wanted, x.hit),
      position = CASE WHEN w.wake_at IS NULL AND x.hit > w.position
        THEN greatest(w.position, old_rung) ELSE w.position END,
      rev = w.rev + (w.wake_at IS NULL AND x.hit > w.position)::int,
      wake_at = CASE WHEN w.wake_at IS NULL AND x.hit > w.position
        THEN greatest(clock_timestamp(), w.not_before, w.pace_until) + patience ELSE w.wake_at END
    FROM unnest(ids, hits) x (id, hit) WHERE w.id = x.id AND w.state = 'active'
    RETURNING w.id, old.wake_at AS was, new.wake_at AS is_now
  )
  SELECT r.id FROM rung r WHERE r.was IS NULL AND r.is_now IS NOT NULL;
END;
$$;
