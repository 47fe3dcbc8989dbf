-- Enables a webhook that was disabled for failing. The waiting message is dropped, and the next one is a
-- resync with a new marker, which no change made meanwhile can have passed.
--
-- Parameters:
--   w    id of the webhook
--   org  id of the organisation
--   fs   id of the filesystem
--
-- Result: the refusal code, or NULL (not_found, webhook_not_disabled, webhook_access_revoked).
-- Locks: the creator's rows (creator_hold), then the webhook's row FOR NO KEY UPDATE.
-- See spec 7.10.
CREATE OR REPLACE FUNCTION webhook_enable(
  w text,
  org text,
  fs text
)
RETURNS text
LANGUAGE plpgsql
AS $$
DECLARE
  old webhook;
  may_read boolean;
BEGIN
  SELECT * INTO old FROM webhook WHERE id = w AND filesystem_id = fs;
  IF old.id IS NULL THEN RETURN 'not_found'; END IF;
  may_read := creator_hold(old.created_by, org, fs);
  -- Read again under its lock: the creator's rows come first in the order of locks.
  SELECT * INTO old FROM webhook WHERE id = w FOR NO KEY UPDATE;
  IF old.id IS NULL THEN RETURN 'not_found'; END IF;
  IF old.state <> 'disabled' THEN RETURN 'webhook_not_disabled'; END IF;
  IF old.disabled_reason = 'access_revoked' OR NOT may_read THEN RETURN 'webhook_access_revoked'; END IF;
  UPDATE delivery SET status = 'dropped' WHERE id = old.msg_id AND status = 'waiting';
  -- It holds no lease: only a webhook without one is disabled for failing.
  UPDATE webhook SET state = 'active', disabled_reason = NULL, stopped_at = NULL, rev = rev + 1, resync = true,
    msg_id = NULL, attempt = 0, wakeup_attempts = 0, failing_since = NULL, disable_at = NULL, not_before = pace_until,
    wake_at = greatest(clock_timestamp(), pace_until)
  WHERE id = w;
  RETURN NULL;
END;
$$;
