-- One run of the reconciler: the filesystems to fan out and the webhooks to wake. Of processes that run it at
-- the same moment one does the work; the advisory lock only saves work, nothing depends on it. At most once a
-- second it also records that it ran, detects that no process ran it for a minute, and detects a clock that
-- was set back: webhooks that wait for a time that cannot be right are then due at once.
--
-- Parameters:
--   max_rows        most filesystems and most webhooks to return
--   wakeup_timeout  how long to wait for a wake-up event before it is repeated
--
-- Result (rows):
--   filesystem_id   a filesystem with changes to fan out, or NULL
--   webhook_id      a webhook to wake, or NULL
--
-- Locks: the advisory lock tidemark.reconciler without waiting; reconciler_heartbeat; webhooks by id (SKIP
--   LOCKED after a clock was set back, waiting after an outage); then those of webhooks_due.
-- See spec 7.14.
CREATE OR REPLACE FUNCTION reconciler_tick(
  max_rows int,
  wakeup_timeout interval
)
RETURNS TABLE (
  filesystem_id text,
  webhook_id text
)
LANGUAGE plpgsql
AS $$
DECLARE
  clock timestamptz := clock_timestamp();
  last timestamptz;
BEGIN
  IF NOT pg_try_advisory_xact_lock(hashtext('tidemark.reconciler')) THEN RETURN; END IF;
  SELECT b.at INTO last FROM reconciler_heartbeat b;
  -- An upsert that changes nothing would still lock the row, and so write.
  IF last IS NULL OR abs(extract(epoch FROM clock - last)) > 1 THEN
    INSERT INTO reconciler_heartbeat (at) VALUES (clock) ON CONFLICT (one) DO UPDATE SET at = excluded.at;
    IF last < clock - interval '60 s' THEN PERFORM outage_over(); END IF;
    IF last > clock THEN
      UPDATE webhook w SET wake_at = clock FROM (
        SELECT k.id FROM webhook k
        WHERE k.wake_at > clock AND (lease_end(k.lease_until, clock) = clock OR wait_end(k.not_before, clock) = clock
          OR pace_end(k.pace_until, clock) = clock OR k.wake_at > clock + interval '75 min')
        ORDER BY k.id FOR NO KEY UPDATE SKIP LOCKED) x
      WHERE w.id = x.id;
    END IF;
  END IF;
  RETURN QUERY SELECT f.id, NULL::text FROM filesystem f WHERE f.undispatched LIMIT max_rows;
  RETURN QUERY SELECT NULL::text, d FROM webhooks_due(max_rows, wakeup_timeout) d;
END;
$$;
