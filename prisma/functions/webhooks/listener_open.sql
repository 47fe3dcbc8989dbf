-- Gives a listener to a stream, which takes over from an earlier one: an attempt in flight there fails as if
-- its connection had closed. A message that waits for a retry is sent as soon as pacing allows.
--
-- Parameters:
--   w       id of the webhook
--   fs      id of the filesystem
--   stream  id of the stream
--
-- Result:
--   refusal  the refusal code, or NULL (not_found)
--   cut      id of the request that was in flight to the earlier stream, or of an older one; NULL: none
--
-- Locks: the webhook's row FOR NO KEY UPDATE, then the listener's row.
-- See spec 7.39.
CREATE OR REPLACE FUNCTION listener_open(
  w text,
  fs text,
  stream text,
  OUT refusal text,
  OUT cut text
)
LANGUAGE plpgsql
AS $$
DECLARE
  clock timestamptz;
BEGIN
  PERFORM FROM webhook WHERE id = w AND filesystem_id = fs FOR NO KEY UPDATE;
  clock := clock_timestamp();
  IF FOUND THEN
    UPDATE listener SET stream_id = stream, seen_at = clock, response = coalesce(response, 'closed')
    WHERE webhook_id = w RETURNING request_id INTO cut;
  END IF;
  IF NOT FOUND THEN
    refusal := 'not_found';
    RETURN;
  END IF;
  UPDATE webhook SET not_before = least(not_before, greatest(clock, pace_until)), wakeup_attempts = 0,
    wake_at = least(wake_at, greatest(clock, pace_until))
  WHERE id = w AND state = 'active' AND wake_at IS NOT NULL AND coalesce(lease_end(lease_until, clock) <= clock, true);
END;
$$;
