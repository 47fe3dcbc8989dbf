-- Moves a webhook past changes that are all outside its prefix, without a message. Its timer is cleared only
-- if nothing newer is pending. A lease that is over, of a resend whose process ended, is cleared as well.
--
-- Parameters:
--   w         id of the webhook
--   seen_rev  rev of the webhook when the changes were read
--   scanned   cursor up to which they were read
--
-- Result: false if the webhook has changed since.
-- Locks: the webhook's row FOR NO KEY UPDATE.
-- See spec 7.3.
CREATE OR REPLACE FUNCTION webhook_skip(
  w text,
  seen_rev bigint,
  scanned bigint
)
RETURNS boolean
LANGUAGE plpgsql
AS $$
BEGIN
  UPDATE webhook SET position = greatest(position, scanned), rev = rev + 1, wakeup_attempts = 0, lease_until = NULL,
    resending = false,
    wake_at = CASE WHEN target_cursor <= greatest(position, scanned) THEN NULL ELSE wake_at END
  WHERE id = w AND rev = seen_rev AND state = 'active' AND msg_id IS NULL AND NOT resync AND resend_cursor IS NULL
    AND (lease_until IS NULL OR lease_end(lease_until, clock_timestamp()) <= clock_timestamp());
  RETURN FOUND;
END;
$$;
