-- Pauses a webhook: no attempt starts after this transaction commits. One in flight is recorded as usual, and
-- a waiting message stays as it is.
--
-- Parameters:
--   w   id of the webhook
--   fs  id of the filesystem
--
-- Result: the refusal code, or NULL (not_found, webhook_not_active).
-- Locks: the webhook's row FOR NO KEY UPDATE.
-- See spec 7.33.
CREATE OR REPLACE FUNCTION webhook_pause(
  w text,
  fs text
)
RETURNS text
LANGUAGE plpgsql
AS $$
DECLARE
  dispatched bigint;
  old webhook;
BEGIN
  -- Read before the webhook: whatever was fanned out up to here and concerns it has given it a timer.
  SELECT f.dispatched_cursor INTO dispatched FROM filesystem f WHERE f.id = fs;
  SELECT * INTO old FROM webhook WHERE id = w AND filesystem_id = fs FOR NO KEY UPDATE;
  IF old.id IS NULL THEN RETURN 'not_found'; END IF;
  IF old.state <> 'active' THEN RETURN 'webhook_not_active'; END IF;
  -- A webhook without a timer has seen all of that, so pruning it is no loss.
  UPDATE webhook SET state = 'paused', stopped_at = clock_timestamp(), wake_at = NULL, wakeup_attempts = 0,
    rev = rev + (lease_until IS NULL)::int,
    position = CASE WHEN wake_at IS NULL THEN greatest(position, dispatched) ELSE position END
  WHERE id = w;
  RETURN NULL;
END;
$$;
