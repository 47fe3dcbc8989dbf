-- Locks: app_user, against changes of its structure and of referenced rows, for an instant.

-- The address to which an account is to be changed, until the link sent there is used. A user has one at most.
CREATE TABLE email_change (
  user_id text PRIMARY KEY REFERENCES app_user (id) ON DELETE CASCADE,
  hash bytea NOT NULL,
  email text NOT NULL,
  expires_at timestamptz NOT NULL
);
