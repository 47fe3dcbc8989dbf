-- Sends a stored message once more, as soon as pace and an attempt in flight allow. While that waits, asking
-- for the same message has no effect.
--
-- Parameters:
--   w           id of the webhook
--   fs          id of the filesystem
--   message_id  id of the message
--
-- Result: the refusal code, or NULL (not_found, webhook_not_active, webhook_retrying, webhook_resending,
--   message_not_kept).
-- Locks: the webhook's row FOR NO KEY UPDATE.
-- See spec 7.36.
CREATE OR REPLACE FUNCTION webhook_resend(
  w text,
  fs text,
  message_id text
)
RETURNS text
LANGUAGE plpgsql
AS $$
DECLARE
  clock timestamptz;
  old webhook;
  in_flight boolean;
  dispatched bigint;
  logged bigint;
BEGIN
  -- Read before the webhook: whatever was fanned out up to here and concerns it has given it a timer.
  SELECT f.dispatched_cursor INTO dispatched FROM filesystem f WHERE f.id = fs;
  SELECT * INTO old FROM webhook WHERE id = w AND filesystem_id = fs FOR NO KEY UPDATE;
  clock := clock_timestamp();
  SELECT d.cursor INTO logged FROM delivery d WHERE d.id = message_id AND d.webhook_id = old.id;
  IF logged IS NULL THEN RETURN 'not_found'; END IF;
  IF old.state <> 'active' THEN RETURN 'webhook_not_active'; END IF;
  in_flight := coalesce(lease_end(old.lease_until, clock) > clock, false);
  IF old.msg_id = message_id OR old.msg_id IS NOT NULL AND (old.resending OR NOT in_flight) THEN
    RETURN 'webhook_retrying';
  END IF;
  IF old.resend_cursor <> logged THEN RETURN 'webhook_resending'; END IF;
  IF NOT EXISTS (SELECT FROM message m WHERE m.webhook_id = w AND m.cursor = logged) THEN
    RETURN 'message_not_kept';
  END IF;
  -- A webhook without a timer has seen all of that: awake it must not count as behind what is pruned of it.
  UPDATE webhook SET resend_cursor = logged, resent_cursor = logged, wakeup_attempts = 0,
    rev = rev + (wake_at IS NULL)::int,
    position = CASE WHEN wake_at IS NULL THEN greatest(position, dispatched) ELSE position END,
    wake_at = CASE WHEN in_flight THEN wake_at ELSE least(wake_at, greatest(clock, pace_until)) END
  WHERE id = w;
  RETURN NULL;
END;
$$;
