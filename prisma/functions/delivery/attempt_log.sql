-- Logs an attempt and counts it, unless the fault was our own. Calling it twice with one id does so once,
-- because a result may be lost.
--
-- Parameters:
--   w               id of the webhook
--   attempt_id      id of the attempt
--   message_id      id of the message
--   attempt_number  number of the attempt
--   outcome         'delivered', a failure code, or 'ours'
--   detail          finer cause, or NULL
--   http_status     status of the response, or NULL
--   clock           the database's time at the end of the attempt
--   ran             its duration
--   first_byte_ago  time since the first byte of the request; NULL: none was sent
--   manual          whether it was made by a resend
--
-- Result: nothing.
-- Locks: the row of the statistics' bucket.
-- See spec 7.16.
CREATE OR REPLACE FUNCTION attempt_log(
  w text,
  attempt_id text,
  message_id text,
  attempt_number int,
  outcome text,
  detail text,
  http_status int,
  clock timestamptz,
  ran interval,
  first_byte_ago interval,
  manual boolean
)
RETURNS void
LANGUAGE plpgsql
AS $$
DECLARE
  ms int := extract(epoch FROM ran) * 1000;
BEGIN
  INSERT INTO attempt (id, delivery_id, number, started_at, first_byte_at, duration_ms, outcome, detail, http_status,
    manual)
  SELECT attempt_id, d.id, attempt_number, clock - ran, clock - first_byte_ago, ms, outcome, detail, http_status,
    manual
  FROM delivery d WHERE d.id = message_id
  ON CONFLICT (id) DO NOTHING;
  IF FOUND AND outcome <> 'ours' THEN PERFORM delivery_stat_count(w, clock, outcome, ms); END IF;
END;
$$;
