-- Addresses that are proven, invitation links that prove one, and fresh sign-ins. Locks four tables for milliseconds each;
-- the last statement rewrites the rows of `session`.

-- Null: nobody has shown that the account's mail reaches them. True of every account made before this migration.
ALTER TABLE person ADD COLUMN email_verified_at timestamptz;
-- Whether the link went to the address by e-mail, and was not handed over by the operator.
ALTER TABLE password_reset ADD COLUMN emailed boolean NOT NULL DEFAULT false;
-- Of the token in the e-mailed link; `hash` is of the one that the inviter sees. Null: made without a mail server.
ALTER TABLE invitation ADD COLUMN emailed_hash bytea;
CREATE UNIQUE INDEX invitation_emailed_hash ON invitation (emailed_hash);
-- When the person last proved who they are: at sign-in, or by entering the password again.
ALTER TABLE session ADD COLUMN authenticated_at timestamptz NOT NULL DEFAULT now();
UPDATE session SET authenticated_at = created_at;
