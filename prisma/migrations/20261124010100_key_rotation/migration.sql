-- Locks: api_key, against everything, while its rows are read once for the constraint and the index: milliseconds for
-- thousands, a second for a million.

-- A rotated key has the secret before its own for a while. Secrets are numbered, so that what was opened with one ends
-- with it.
ALTER TABLE api_key ADD COLUMN secret_number int NOT NULL DEFAULT 1;
ALTER TABLE api_key ADD COLUMN previous_hash bytea;
ALTER TABLE api_key ADD COLUMN previous_expires_at timestamptz;
ALTER TABLE api_key ADD CONSTRAINT api_key_previous CHECK ((previous_hash IS NULL) = (previous_expires_at IS NULL));
CREATE UNIQUE INDEX api_key_previous_hash ON api_key (previous_hash) WHERE previous_hash IS NOT NULL;
