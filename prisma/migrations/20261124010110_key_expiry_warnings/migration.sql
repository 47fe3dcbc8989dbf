-- Locks: api_key, against everything, while its rows are read once for the index: milliseconds for thousands, a second
-- for a million.

-- When owners were last warned that a key expires, and since when a process is about to warn them.
ALTER TABLE api_key ADD COLUMN expiry_warned_at timestamptz;
ALTER TABLE api_key ADD COLUMN expiry_claimed_at timestamptz;
CREATE INDEX api_key_expires_at ON api_key (expires_at) WHERE expires_at IS NOT NULL AND revoked_at IS NULL;
