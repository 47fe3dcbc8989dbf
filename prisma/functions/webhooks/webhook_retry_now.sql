-- Brings the waiting attempt forward, but not before pacing allows it. If it fails, the next attempt is the one
-- that was scheduled. While an attempt is in flight it has no effect.
--
-- Parameters:
--   w   id of the webhook
--   fs  id of the filesystem
--
-- Result: the refusal code, or NULL (not_found, webhook_not_retrying).
-- Locks: the webhook's row FOR NO KEY UPDATE.
-- See spec 7.11.
CREATE OR REPLACE FUNCTION webhook_retry_now(
  w text,
  fs text
)
RETURNS text
LANGUAGE plpgsql
AS $$
DECLARE
  clock timestamptz;
  old webhook;
BEGIN
  SELECT * INTO old FROM webhook WHERE id = w AND filesystem_id = fs FOR NO KEY UPDATE;
  clock := clock_timestamp();
  IF old.id IS NULL THEN RETURN 'not_found'; END IF;
  IF old.state <> 'active' OR old.msg_id IS NULL THEN RETURN 'webhook_not_retrying'; END IF;
  IF lease_end(old.lease_until, clock) > clock AND NOT old.resending THEN RETURN NULL; END IF;
  UPDATE webhook SET not_before = least(not_before, greatest(clock, pace_until)), wakeup_attempts = 0,
    retry_at = coalesce(retry_at, not_before), wake_at = least(wake_at, greatest(clock, pace_until))
  WHERE id = w;
  RETURN NULL;
END;
$$;
