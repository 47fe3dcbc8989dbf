-- The last call of a write: fans out what the write changed, while that costs it nothing. It schedules only
-- webhooks that sleep. If one it concerns is busy or locked, or too much is not fanned out yet, the filesystem is
-- marked and filesystem_fan_out accounts for all of it after the commit.
--
-- Parameters:
--   fs           id of the filesystem, whose row this transaction has locked
--   since        cursor of the last change that was fanned out before the write
--   max_changes  beyond this many changes nothing is read and the filesystem is marked
--   grace        how long to wait for the run before the reconciler wakes the webhook itself
--
-- Result:
--   woken        ids of the webhooks to wake after the commit
--   marked       whether the filesystem still has changes to fan out
--
-- Locks: the filesystem's row is held; webhooks by id FOR NO KEY UPDATE SKIP LOCKED, so it never waits.
-- See spec 7.14, 8.3.
CREATE OR REPLACE FUNCTION webhooks_wake(
  fs text,
  since bigint,
  max_changes int,
  grace interval,
  OUT woken text[],
  OUT marked boolean
)
LANGUAGE plpgsql
AS $$
DECLARE
  f filesystem;
  concerned int;
BEGIN
  SELECT * INTO f FROM filesystem WHERE id = fs;
  marked := f.head - since > max_changes OR since < f.floor;
  IF f.head = since THEN RETURN; END IF;
  IF NOT marked THEN
    WITH hits AS MATERIALIZED (
      SELECT w.id, x.hit FROM webhook w
      CROSS JOIN LATERAL (
        SELECT max(c.cursor) AS hit FROM change c
        WHERE c.filesystem_id = fs AND c.cursor > since AND c.cursor <= f.head
          AND change_touches(c.kind, c.path, c.path2, w.path_prefix)) x
      WHERE w.filesystem_id = fs AND w.state = 'active' AND x.hit > greatest(w.position, w.target_cursor)
    ), asleep AS (
      SELECT w.id FROM webhook w WHERE w.id IN (SELECT h.id FROM hits h) AND w.state = 'active' AND w.wake_at IS NULL
      ORDER BY w.id FOR NO KEY UPDATE SKIP LOCKED
    ), scheduled AS (
      UPDATE webhook w SET target_cursor = greatest(w.target_cursor, h.hit), rev = w.rev + 1,
        position = greatest(w.position, since),
        wake_at = clock_timestamp() + grace
      FROM asleep a JOIN hits h USING (id) WHERE w.id = a.id AND h.hit > w.position
      RETURNING w.id
    )
    SELECT array_agg(s.id), (SELECT count(*) FROM hits) INTO woken, concerned FROM scheduled s;
    marked := concerned > coalesce(cardinality(woken), 0);
  END IF;
  IF marked <> f.undispatched THEN
    UPDATE filesystem SET dispatched_cursor = CASE WHEN marked THEN since ELSE f.head END, undispatched = marked
    WHERE id = fs;
  END IF;
END;
$$;
