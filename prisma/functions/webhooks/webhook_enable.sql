-- Enables a webhook that was disabled for failing: it starts over with a resync (webhook_restart).
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
  PERFORM webhook_restart(old);
  RETURN NULL;
END;
$$;
