-- Locks: api_key, login and device_authorization, against everything, until this migration is applied: their rows are
-- read once for the constraints, milliseconds for thousands and a second for a million.

-- What an API key may be used for. Every key had all of these in effect.
ALTER TABLE api_key ADD COLUMN scopes text[] NOT NULL DEFAULT '{files:read,files:write,webhooks}';
ALTER TABLE api_key ADD CONSTRAINT api_key_scopes
  CHECK (cardinality(scopes) > 0 AND scopes <@ '{files:read,files:write,webhooks}'::text[]);

-- Logins that exist keep what they had in effect; those to come have what they ask for.
ALTER TABLE login ADD COLUMN scopes text[] NOT NULL DEFAULT '{files:read,files:write,webhooks,keys,members}';
ALTER TABLE login ALTER COLUMN scopes SET DEFAULT '{files:read,files:write}';
ALTER TABLE login ADD CONSTRAINT login_scopes
  CHECK (cardinality(scopes) > 0 AND scopes <@ '{files:read,files:write,webhooks,keys,members}'::text[]);

-- What a client asks for, which its user approves with the code.
ALTER TABLE device_authorization ADD COLUMN scopes text[] NOT NULL DEFAULT '{files:read,files:write}';
ALTER TABLE device_authorization ADD CONSTRAINT device_authorization_scopes
  CHECK (cardinality(scopes) > 0 AND scopes <@ '{files:read,files:write,webhooks,keys,members}'::text[]);
