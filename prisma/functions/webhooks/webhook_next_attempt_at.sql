-- When the next attempt of a webhook may start.
--
-- Parameters:
--   w  the webhook
--
-- Result: the time; NULL if an attempt is in flight or no message waits.
-- Locks: none.
-- See spec 7.15.
CREATE OR REPLACE FUNCTION webhook_next_attempt_at(
  w webhook
)
RETURNS timestamptz
LANGUAGE sql
STABLE
AS $$
  SELECT CASE WHEN w.state = 'active' AND w.msg_id IS NOT NULL
      AND (coalesce(w.lease_until < clock_timestamp(), true) OR w.resending)
    THEN greatest(w.not_before, w.pace_until) END
$$;
