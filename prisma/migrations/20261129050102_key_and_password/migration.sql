-- Locks: mount_session against all use while its rows are checked, milliseconds for ten thousand.

-- A mount with a public key can have a password too, with which it renews.
ALTER TABLE mount_session DROP CONSTRAINT mount_session_check2;
ALTER TABLE mount_session ADD CONSTRAINT mount_session_credentials
  CHECK ((num_nonnulls(credential_hash, public_key) > 0) = (exchanged_at IS NOT NULL));
