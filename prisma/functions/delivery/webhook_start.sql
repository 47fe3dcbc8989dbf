-- Starts an attempt: takes the lease and freezes the new message, or takes the frozen one again. For a resync
-- it allocates the marker's cursor first. A compare-and-set on `rev`: of several callers at most one gets a
-- token.
--
-- Parameters:
--   w               id of the webhook
--   seen_rev        rev of the webhook when the message was built
--   message_id      id of the new message; NULL: send the frozen one again
--   message_cursor  last cursor scanned for it; NULL with a message_id: a resync
--   message_body    its body; {cursor} in a resync's body is replaced by the marker's cursor
--   message_events  number of events in it
--   lease           how long the attempt may take
--
-- Result:
--   token           fences webhook_record; NULL: not now
--   clock           the database's time at the start
--   id              id of the message
--   body            its exact bytes as text
--   number          number of the attempt, from 1
--
-- Raises: 40001 if a resync cannot start now; the rollback takes back its marker. 55P03 if the filesystem is busy:
-- while a large tree is moved there, starts must not hold the connections that others deliver with.
-- Locks: for a resync the filesystem's row FOR NO KEY UPDATE; then the webhook's row FOR NO KEY UPDATE.
-- See spec 6.5, 7.2, 7.5, 7.9, 7.13.
CREATE OR REPLACE FUNCTION webhook_start(
  w text,
  seen_rev bigint,
  message_id text,
  message_cursor bigint,
  message_body text,
  message_events int,
  lease interval,
  OUT token bigint,
  OUT clock timestamptz,
  OUT id text,
  OUT body text,
  OUT number int
)
LANGUAGE plpgsql
SET lock_timeout = '100ms'
AS $$
DECLARE
  c bigint := message_cursor;
  fs text;
  is_resync boolean := message_id IS NOT NULL AND message_cursor IS NULL;
  from_position bigint;
BEGIN
  IF is_resync THEN
    SELECT filesystem_id INTO fs FROM webhook WHERE webhook.id = w;
    -- The marker concerns no webhook.
    UPDATE filesystem SET head = head + 1, dispatched_cursor = dispatched_cursor + (NOT undispatched)::int
    WHERE filesystem.id = fs RETURNING head INTO c;
    IF NOT FOUND THEN RETURN; END IF;
    INSERT INTO change (filesystem_id, cursor, kind) VALUES (fs, c, 'marker');
  END IF;
  clock := clock_timestamp();
  -- A lease that is still set belongs to an attempt that died with its process. That is our fault: the number stays,
  -- unless it was that of a resend.
  -- Neither such an attempt nor one that we start late may bring the end of the 24 hours nearer.
  UPDATE webhook SET rev = rev + 1, wakeup_attempts = 0,
    attempt = CASE WHEN message_id IS NULL THEN attempt + (lease_until IS NULL OR resending)::int ELSE 1 END,
    disable_at = disable_at + greatest(
      clock - coalesce(CASE WHEN NOT resending THEN lease_until - lease END, not_before + interval '1 s'), '0'),
    lease_until = clock + lease, resending = false, wake_at = clock + lease,
    -- From its scheduled time on an attempt is no longer a manual one.
    retry_at = CASE WHEN message_id IS NULL AND retry_at > clock THEN retry_at END,
    manual_retries = CASE WHEN message_id IS NULL THEN manual_retries ELSE 0 END,
    msg_id = coalesce(msg_id, message_id), sent_cursor = coalesce(c, sent_cursor),
    resync = resync AND message_id IS NULL
  WHERE webhook.id = w AND rev = seen_rev AND state = 'active'
    AND wait_end(not_before, clock) <= clock AND pace_end(pace_until, clock) <= clock
    AND coalesce(lease_end(lease_until, clock) <= clock, true)
    AND (message_id IS NULL) = (msg_id IS NOT NULL) AND (c IS NULL OR c > sent_cursor)
    AND (disable_at IS NULL OR disable_at > clock OR not_before < disable_at)
    AND (access_expires_at IS NULL OR access_expires_at > clock)
  RETURNING rev, msg_id, attempt, position, sent_cursor INTO token, id, number, from_position, c;
  IF NOT FOUND THEN
    -- Rolls the marker back with the transaction; the caller takes this code as "not now".
    IF is_resync THEN RAISE EXCEPTION 'webhook moved on' USING ERRCODE = '40001'; END IF;
    RETURN;
  END IF;
  IF message_id IS NULL THEN
    SELECT m.body INTO body FROM message m WHERE m.webhook_id = w AND m.cursor = c;
    RETURN;
  END IF;
  body := CASE WHEN is_resync THEN replace(message_body, '{cursor}', c::text) ELSE message_body END;
  INSERT INTO message (webhook_id, id, cursor, body) VALUES (w, message_id, c, body);
  INSERT INTO delivery (id, webhook_id, type, status, after, cursor, event_count, size, body_sha256)
  VALUES (message_id, w, CASE WHEN is_resync THEN 'files.resync' ELSE 'files.changed' END, 'waiting',
    from_position, c, message_events, octet_length(body), sha256(convert_to(body, 'UTF8')));
END;
$$;
