-- Records an attempt and, if the lease is still held, what follows from it. After a success the position
-- moves on and the body stays for the log; after a failure the next attempt is scheduled, unless one is already
-- because this attempt was made by webhook_retry_now. A message refused with 413
-- halves the size of the next one built, a success doubles it again. Calling it twice with one attempt_id
-- records one attempt.
--
-- Parameters:
--   w               id of the webhook
--   lease_token     token from webhook_start
--   attempt_id      id of the attempt
--   message_id      id of the message
--   attempt_number  number of the attempt, from 1
--   outcome         'delivered', a failure code, or 'ours' if the fault was our own
--   detail          finer cause, or NULL
--   http_status     status of the response, or NULL
--   ran             duration of the attempt by the sender's monotonic clock
--   first_byte_ago  time since the first byte of the request by the same clock; NULL: none was sent
--   backoff         wait before the next attempt
--   lease           duration of the lease, as given to webhook_start
--   pace            least time between the starts of two attempts
--   wakeup_timeout  how long to wait for the wake-up event before the reconciler repeats it
--   disable_after   how long a webhook may fail before it is disabled
--
-- Result: 'idle' (nothing left to send), 'more' (also a resend before the retry), 'retry', or 'fenced' (the
--   lease was lost; only the attempt was recorded).
-- Locks: the webhook's row FOR NO KEY UPDATE.
-- See spec 7.2, 7.5, 7.7, 7.8, 7.9.
CREATE OR REPLACE FUNCTION webhook_record(
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
  backoff interval,
  lease interval,
  pace interval,
  wakeup_timeout interval,
  disable_after interval
)
RETURNS text
LANGUAGE plpgsql
AS $$
DECLARE
  clock timestamptz := clock_timestamp();
  paced timestamptz := clock - coalesce(first_byte_ago, ran) + pace;
  next_try timestamptz;
  done boolean := outcome = 'delivered';
  ours boolean := outcome = 'ours';
  old webhook;
  resends boolean;
  ends timestamptz;
  wake timestamptz;
  too_large int;
  has_events boolean;
BEGIN
  SELECT * INTO old FROM webhook WHERE id = w AND rev = lease_token FOR NO KEY UPDATE;
  PERFORM attempt_log(w, attempt_id, message_id, attempt_number, outcome, detail, http_status, clock, ran,
    first_byte_ago, false);
  IF old.id IS NULL THEN RETURN 'fenced'; END IF;

  -- Its message was dropped meanwhile: only the pace follows from it, and the resync that is due.
  IF old.msg_id IS DISTINCT FROM message_id THEN
    UPDATE webhook SET rev = rev + 1, lease_until = NULL, pace_until = paced, not_before = paced,
      wake_at = CASE WHEN state = 'active' THEN paced + wakeup_timeout END
    WHERE id = w;
    RETURN CASE old.state WHEN 'active' THEN 'more' ELSE 'idle' END;
  END IF;

  IF outcome = 'http_413' OR done AND old.body_cap < body_cap_full() THEN
    SELECT count(*) INTO too_large FROM attempt a WHERE a.delivery_id = message_id AND a.outcome = 'http_413';
  END IF;

  resends := old.resend_cursor IS NOT NULL;
  IF done THEN
    UPDATE delivery SET status = 'delivered', delivered_at = clock WHERE id = message_id
    RETURNING type = 'files.changed' INTO has_events;
    wake := CASE WHEN old.resync OR old.target_cursor > greatest(old.position, old.sent_cursor) OR resends
      THEN paced + wakeup_timeout END;
    UPDATE webhook SET rev = rev + 1, lease_until = NULL, pace_until = paced, not_before = paced,
      position = greatest(position, sent_cursor), acked_cursor = sent_cursor, msg_id = NULL, attempt = 0,
      failing_since = NULL, disable_at = NULL, last_success_at = clock,
      -- Neither a message that was refused before nor a resync, which is always small, proves that more is accepted.
      body_cap = CASE WHEN too_large = 0 AND has_events THEN least(body_cap * 2, body_cap_full()) ELSE body_cap END,
      wake_at = CASE WHEN state = 'active' THEN wake END
    WHERE id = w;
    RETURN CASE WHEN wake IS NULL OR old.state <> 'active' THEN 'idle' ELSE 'more' END;
  END IF;

  -- A failed manual attempt leaves the scheduled one where it is. If the fault was ours, it is made again before that.
  next_try := greatest(paced, CASE WHEN ours THEN least(old.retry_at, clock + backoff)
    ELSE coalesce(old.retry_at, clock + backoff) END);
  -- Time lost by us between start and send, or between the response and here, does not count towards the 24 hours. If
  -- the fault was ours, neither does the attempt itself nor the wait after it.
  ends := CASE WHEN ours THEN old.disable_at + backoff + (clock - (old.lease_until - lease))
    ELSE coalesce(old.disable_at + greatest(clock - (old.lease_until - lease) - ran, '0'), clock + disable_after) END;
  UPDATE webhook SET rev = rev + 1, lease_until = NULL, pace_until = paced, not_before = next_try, disable_at = ends,
    attempt = attempt - ours::int, manual_retries = manual_retries + (NOT ours AND retry_at IS NOT NULL)::int,
    retry_at = CASE WHEN ours THEN retry_at END,
    failing_since = CASE WHEN ours THEN failing_since ELSE coalesce(failing_since, clock) END,
    last_failure_at = CASE WHEN ours THEN last_failure_at ELSE clock END,
    last_failure = CASE WHEN ours THEN last_failure ELSE outcome END,
    -- Once per message, however often the same bytes are refused.
    body_cap = CASE WHEN too_large = 1 THEN greatest(body_cap / 2, 16384) ELSE body_cap END,
    wake_at = CASE WHEN state = 'active'
      THEN least(CASE WHEN resends THEN paced ELSE next_try END + wakeup_timeout, ends) END
  WHERE id = w;
  RETURN CASE WHEN resends AND old.state = 'active' THEN 'more' ELSE 'retry' END;
END;
$$;
