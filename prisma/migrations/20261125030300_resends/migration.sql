-- Locks: webhook, against everything, while its rows are checked: milliseconds for a thousand webhooks, a second for a
-- million; attempt, against everything, for an instant.

-- resend_cursor: the message to send once more, on request. resending: the lease is that of such an attempt.
ALTER TABLE webhook ADD COLUMN resend_cursor bigint, ADD COLUMN resending boolean NOT NULL DEFAULT false,
  ADD CONSTRAINT webhook_resending CHECK (NOT resending OR lease_until IS NOT NULL),
  DROP CONSTRAINT webhook_no_lost_wakeup,
  ADD CONSTRAINT webhook_no_lost_wakeup CHECK (
    CASE WHEN state = 'active'
      THEN (wake_at IS NULL) = (lease_until IS NULL AND msg_id IS NULL AND NOT resync AND target_cursor <= position
        AND resend_cursor IS NULL)
      ELSE wake_at IS NULL END);

-- Whether it was made by a resend.
ALTER TABLE attempt ADD COLUMN manual boolean NOT NULL DEFAULT false;
