-- Locks: app_user and organisation, against everything, for an instant.

-- Set by the operator: who or what is disabled loses access until it is enabled again.
ALTER TABLE app_user ADD COLUMN disabled_at timestamptz;
ALTER TABLE organisation ADD COLUMN disabled_at timestamptz;
