-- Records the attempt of a resend and ends its lease, if it is still held. Whatever the outcome, only the pace
-- follows from it. Calling it twice with one attempt_id records one attempt.
--
-- Parameters:
--   w               id of the webhook
--   lease_token     token from webhook_start_resend
--   attempt_id      id of the attempt
--   message_id      id of the message
--   attempt_number  number of the attempt
--   outcome         'delivered', a failure code, or 'ours' if the fault was our own
--   detail          finer cause, or NULL
--   http_status     status of the response, or NULL
--   ran             duration of the attempt by the sender's monotonic clock
--   first_byte_ago  time since the first byte of the request by the same clock; NULL: none was sent
--   pace            least time between the starts of two attempts
--   wakeup_timeout  how long to wait for the wake-up event before the reconciler repeats it
--
-- Result: 'idle' (nothing left to send), 'more', or 'fenced' (the lease was lost; only the attempt was
--   recorded).
-- Locks: the webhook's row FOR NO KEY UPDATE.
-- See spec 7.36.
CREATE OR REPLACE FUNCTION webhook_record_resend(
  w text,
  lease_token bigint,
  attempt_id text,
  message_id text,
  attempt_number int,
  outcome text,
  detail text,
  http_status int,
  ran interval,
  first_byte_ago interval,
  pace interval,
  wakeup_timeout interval
)
RETURNS text
LANGUAGE plpgsql
AS $$
DECLARE
  clock timestamptz := clock_timestamp();
  paced timestamptz := clock - coalesce(first_byte_ago, ran) + pace;
  old webhook;
  needs boolean;
BEGIN
  SELECT * INTO old FROM webhook WHERE id = w AND rev = lease_token FOR NO KEY UPDATE;
  PERFORM attempt_log(w, attempt_id, message_id, attempt_number, outcome, detail, http_status, clock, ran,
    first_byte_ago, true);
  IF old.id IS NULL THEN RETURN 'fenced'; END IF;
  needs := old.state = 'active' AND (old.msg_id IS NOT NULL OR old.resync OR old.target_cursor > old.position
    OR old.resend_cursor IS NOT NULL);
  UPDATE webhook SET rev = rev + 1, lease_until = NULL, resending = false, pace_until = paced,
    wake_at = CASE WHEN needs THEN least(disable_at,
      greatest(paced + wakeup_timeout, CASE WHEN resend_cursor IS NULL THEN not_before END)) END
  WHERE id = w;
  RETURN CASE WHEN needs THEN 'more' ELSE 'idle' END;
END;
$$;
