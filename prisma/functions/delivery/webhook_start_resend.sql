-- Starts the attempt of a resend: takes the lease and forgets the request, so that it is made at most once.
-- The waiting message, its backoff and the 24 hours stay as they are. A compare-and-set on `rev`, as in
-- webhook_start.
--
-- Parameters:
--   w         id of the webhook
--   seen_rev  rev of the webhook when it was read
--   lease     how long the attempt may take
--
-- Result:
--   token     fences webhook_record_resend; NULL: not now, or the message is no longer kept
--   clock     the database's time at the start
--   id        id of the message
--   body      its exact bytes as text
--   number    number of the attempt
--
-- Locks: the webhook's row FOR NO KEY UPDATE.
-- See spec 7.36.
CREATE OR REPLACE FUNCTION webhook_start_resend(
  w text,
  seen_rev bigint,
  lease interval,
  OUT token bigint,
  OUT clock timestamptz,
  OUT id text,
  OUT body text,
  OUT number int
)
LANGUAGE plpgsql
AS $$
DECLARE
  old webhook;
  kept boolean;
  needs boolean;
BEGIN
  SELECT * INTO old FROM webhook WHERE webhook.id = w AND rev = seen_rev AND state = 'active' FOR NO KEY UPDATE;
  clock := clock_timestamp();
  IF NOT resend_due(old, clock) OR pace_end(old.pace_until, clock) > clock OR old.access_expires_at <= clock
    OR lease_end(old.lease_until, clock) > clock THEN RETURN; END IF;
  SELECT d.id, m.body, coalesce((SELECT max(a.number) FROM attempt a WHERE a.delivery_id = d.id), 0) + 1
  INTO id, body, number
  FROM delivery d JOIN message m ON m.webhook_id = d.webhook_id AND m.cursor = d.cursor
  WHERE d.webhook_id = w AND d.cursor = old.resend_cursor;
  kept := FOUND;
  needs := old.msg_id IS NOT NULL OR old.resync OR old.target_cursor > old.position;
  UPDATE webhook SET rev = rev + 1, wakeup_attempts = 0, resend_cursor = NULL, resending = kept,
    lease_until = CASE WHEN kept THEN clock + lease END,
    wake_at = CASE WHEN kept THEN clock + lease WHEN needs THEN clock END
  WHERE webhook.id = w RETURNING CASE WHEN kept THEN rev END INTO token;
END;
$$;
