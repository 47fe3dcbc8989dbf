-- Whether webhooks are due and yet no attempt started for a minute, which can only be our own fault. Pruning
-- of changes by age pauses meanwhile.
--
-- Parameters:
--   attempt_id  the smallest id that an attempt of the last minute can have
--
-- Result: true if deliveries have stalled.
-- Locks: none.
-- See spec 6.3.
CREATE OR REPLACE FUNCTION deliveries_stalled(
  attempt_id text
)
RETURNS boolean
LANGUAGE sql
STABLE
AS $$
  SELECT EXISTS (
      SELECT FROM webhook w WHERE w.wake_at IS NOT NULL AND (w.wakeup_attempts > 0 OR w.wake_at <= clock_timestamp())
        AND w.lease_until IS NULL AND w.not_before <= clock_timestamp())
    AND NOT EXISTS (SELECT FROM attempt a WHERE a.id >= attempt_id)
    -- A lease lasts 20 s: after a start within the last minute it ended less than 40 s ago, or has not ended.
    AND NOT EXISTS (
      SELECT FROM webhook w
      WHERE w.wake_at IS NOT NULL AND w.lease_until > clock_timestamp() - interval '40 s')
$$;
