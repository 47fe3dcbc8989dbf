-- Disables the webhooks that failed for too long or whose creator's access expired, then takes those that are
-- due. Each one taken is pushed on, twice as far with each attempt, so that a slow engine is not flooded.
-- While several organisations have webhooks due, one gets at most a quarter of a call; the rest of its
-- webhooks are taken in later calls.
--
-- Parameters:
--   max_webhooks    most webhooks to take, and most to disable for each reason
--   wakeup_timeout  how long to wait for a wake-up event before it is repeated
--
-- Result: ids of the webhooks to wake.
-- Locks: webhooks FOR UPDATE SKIP LOCKED: expired by id, failed by id, due by time; a locked one is left to
--   the next call.
-- See spec 7.9, 7.13, 7.14.
CREATE OR REPLACE FUNCTION webhooks_due(
  max_webhooks int,
  wakeup_timeout interval
)
RETURNS SETOF text
LANGUAGE plpgsql
AS $$
DECLARE
  share int := greatest(max_webhooks / 4, 1);
BEGIN
  WITH ended AS (
    SELECT id FROM webhook WHERE state <> 'disabled' AND access_expires_at <= statement_timestamp()
    ORDER BY id LIMIT max_webhooks FOR UPDATE SKIP LOCKED)
  UPDATE webhook w SET state = 'disabled', disabled_reason = 'access_revoked', wake_at = NULL,
    stopped_at = clock_timestamp()
  FROM ended WHERE w.id = ended.id;
  WITH ended AS (
    SELECT id FROM webhook WHERE wake_at <= statement_timestamp()
      AND disable_at <= statement_timestamp() AND disable_at <= not_before AND (lease_until IS NULL OR resending)
    ORDER BY id LIMIT max_webhooks FOR UPDATE SKIP LOCKED)
  UPDATE webhook w SET state = 'disabled', disabled_reason = 'failing', wake_at = NULL,
    stopped_at = clock_timestamp()
  FROM ended WHERE w.id = ended.id;
  -- A webhook that should have been disabled but is locked is left to the next call and not pushed on.
  RETURN QUERY
  WITH due AS MATERIALIZED (
    SELECT id, filesystem_id, wake_at FROM webhook WHERE wake_at <= statement_timestamp()
      AND NOT coalesce(disable_at <= statement_timestamp() AND disable_at <= not_before
        AND (lease_until IS NULL OR resending), false)
    ORDER BY wake_at LIMIT max_webhooks * 5 FOR UPDATE SKIP LOCKED
  ), ranked AS (
    SELECT o.id, o.wake_at, row_number() OVER (PARTITION BY o.org_id ORDER BY o.wake_at) AS n,
      min(o.org_id) OVER () = max(o.org_id) OVER () AS alone
    -- A join could read every filesystem.
    FROM (
      SELECT d.id, d.wake_at, (SELECT f.org_id FROM filesystem f WHERE f.id = d.filesystem_id) AS org_id FROM due d) o
  ), placed AS (
    SELECT r.id, r.n, (r.alone OR r.n <= share) AS within,
      row_number() OVER (ORDER BY NOT (r.alone OR r.n <= share), r.wake_at) AS place
    FROM ranked r
  ), pushed AS (
    UPDATE webhook w SET wakeup_attempts = w.wakeup_attempts + p.within::int,
      wake_at = least(statement_timestamp()
          + CASE WHEN p.within THEN wakeup_timeout * (2 ^ least(w.wakeup_attempts, 6))
          -- One call later per share before it, which leaves the next calls to other organisations.
          ELSE interval '100 ms' * (p.n / share) END,
        CASE WHEN w.disable_at > statement_timestamp() AND w.disable_at <= w.not_before THEN w.disable_at END)
    FROM placed p WHERE w.id = p.id AND (NOT p.within OR p.place <= max_webhooks) RETURNING w.id, p.within
  )
  SELECT p.id FROM pushed p WHERE p.within;
END;
$$;
