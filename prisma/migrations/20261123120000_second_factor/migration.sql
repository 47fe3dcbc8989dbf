-- Locks: app_user, against changes of its structure and of referenced rows, for an instant.

-- The secret of a user's authenticator app; it counts once it is confirmed with a code.
CREATE TABLE second_factor (
  user_id text PRIMARY KEY REFERENCES app_user (id) ON DELETE CASCADE,
  -- Sealed for this row, like the secrets of webhooks.
  sealed text NOT NULL,
  -- The time step of the last code that was accepted: none works twice.
  last_step bigint NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT now(),
  confirmed_at timestamptz
);

-- Codes that stand in for the app, each of them once.
CREATE TABLE recovery_code (
  user_id text NOT NULL REFERENCES app_user (id) ON DELETE CASCADE,
  hash bytea NOT NULL,
  used_at timestamptz,
  PRIMARY KEY (user_id, hash)
);
