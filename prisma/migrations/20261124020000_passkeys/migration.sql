-- Locks: app_user, against everything, for an instant.

-- What authenticators know the user by: random, so that it reveals nothing of the account.
ALTER TABLE app_user ADD COLUMN passkey_handle bytea;

-- The public keys with which users sign in and confirm who they are.
CREATE TABLE passkey (
  id text PRIMARY KEY,
  user_id text NOT NULL REFERENCES app_user (id) ON DELETE CASCADE,
  credential_id bytea NOT NULL,
  public_key bytea NOT NULL,
  -- The authenticator's count of signatures; 0 if it does not count.
  counter bigint NOT NULL DEFAULT 0,
  transports text[] NOT NULL DEFAULT '{}',
  name text NOT NULL,
  -- Whether it is enough by itself; false from a password reset until it follows the new password.
  signs_in boolean NOT NULL DEFAULT true,
  created_at timestamptz NOT NULL DEFAULT now(),
  last_used_at timestamptz
);
CREATE UNIQUE INDEX passkey_credential ON passkey (credential_id);
CREATE INDEX passkey_by_user ON passkey (user_id, id);

-- What authenticators were asked to sign; using one deletes it.
CREATE TABLE passkey_challenge (
  hash bytea PRIMARY KEY,
  purpose text NOT NULL,
  -- The session or browser that asked.
  bound_to text NOT NULL,
  expires_at timestamptz NOT NULL
);
