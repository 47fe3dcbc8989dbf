-- Makes the next message of an active webhook a resync. A waiting message or an attempt in flight comes first.
--
-- Parameters:
--   w   id of the webhook
--   fs  id of the filesystem
--
-- Result: the refusal code, or NULL (not_found, webhook_not_active).
-- Locks: the webhook's row FOR NO KEY UPDATE.
-- See spec 7.35.
CREATE OR REPLACE FUNCTION webhook_resync(
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
  IF old.state <> 'active' THEN RETURN 'webhook_not_active'; END IF;
  -- With another rev no message that a run has built from changes meanwhile can start in its place.
  UPDATE webhook SET resync = true, wakeup_attempts = 0,
    rev = rev + (lease_until IS NULL OR msg_id IS NULL AND lease_end(lease_until, clock) <= clock)::int,
    wake_at = CASE WHEN lease_until IS NULL AND msg_id IS NULL
      THEN least(wake_at, greatest(clock, not_before, pace_until)) ELSE wake_at END
  WHERE id = w;
  RETURN NULL;
END;
$$;
