-- Locks: webhook, against everything, for an instant.

-- retry_at: when the next retry is scheduled, while an attempt that was brought forward is to be made before it.
-- manual_retries: how many such attempts of the waiting message failed; the backoff does not count them.
ALTER TABLE webhook ADD COLUMN retry_at timestamptz, ADD COLUMN manual_retries int NOT NULL DEFAULT 0;
