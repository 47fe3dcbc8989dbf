-- Starts a webhook over: its waiting message is dropped, and the next one is a resync with a new marker, which
-- no change made meanwhile can have passed. An attempt in flight keeps its lease and its token, so that its end
-- ends the lease; its outcome moves nothing. A disabled webhook becomes active, a paused one stays paused.
--
-- Parameters:
--   old  the webhook, whose row the caller has locked
--
-- Result: nothing.
-- Locks: the waiting message's delivery; the caller holds the webhook's row.
-- See spec 7.10, 7.34.
CREATE OR REPLACE FUNCTION webhook_restart(
  old webhook
)
RETURNS void
LANGUAGE plpgsql
AS $$
DECLARE
  clock timestamptz := clock_timestamp();
  lease timestamptz := CASE WHEN lease_end(old.lease_until, clock) > clock THEN old.lease_until END;
BEGIN
  UPDATE delivery SET status = 'dropped' WHERE id = old.msg_id AND status = 'waiting';
  UPDATE webhook w SET state = CASE w.state WHEN 'paused' THEN 'paused' ELSE 'active' END, disabled_reason = NULL,
    stopped_at = CASE w.state WHEN 'paused' THEN w.stopped_at END, rev = w.rev + (lease IS NULL)::int,
    lease_until = lease, resending = w.resending AND lease IS NOT NULL, resend_cursor = NULL, resync = true,
    msg_id = NULL, attempt = 0, wakeup_attempts = 0, failing_since = NULL, disable_at = NULL,
    not_before = w.pace_until, wake_at = CASE WHEN w.state <> 'paused' THEN greatest(clock, w.pace_until, lease) END
  WHERE w.id = old.id;
END;
$$;
