-- Locks: webhook, against everything, while its rows are checked and an index is built: milliseconds for a thousand
-- webhooks, a second for a million.

-- stopped_at is also when a webhook was paused.
ALTER TABLE webhook DROP CONSTRAINT webhook_state_check,
  ADD CONSTRAINT webhook_state_check CHECK (state IN ('active', 'paused', 'disabled'));

-- A paused webhook is disabled too when its creator's access expires.
DROP INDEX webhook_access_expires_at;
CREATE INDEX webhook_access_expires_at ON webhook (access_expires_at)
  WHERE state <> 'disabled' AND access_expires_at IS NOT NULL;
