-- Locks: organisation, against writes, and member, against everything, for an instant.

-- News of an organisation's webhooks, API keys and limits: 30 days, the newest 1,000. The ids may be of what is gone;
-- detail has the words of the sentence.
CREATE TABLE notice (
  id text COLLATE "C" PRIMARY KEY,
  org_id text COLLATE "C" NOT NULL REFERENCES organisation ON DELETE CASCADE,
  topic text NOT NULL CHECK (topic IN ('api_keys', 'usage', 'webhooks')),
  news text NOT NULL,
  webhook_id text COLLATE "C",
  filesystem_id text COLLATE "C",
  api_key_id text COLLATE "C",
  detail jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX notice_org ON notice (org_id, id);
-- A warning whose e-mail failed is claimed again.
CREATE UNIQUE INDEX notice_key_warning ON notice (api_key_id, (detail ->> 'expires_at'), (detail ->> 'days'))
  WHERE topic = 'api_keys';

-- alerts: what a member gets e-mails about; NULL: the default of their role. notices_read: the newest notice they read.
ALTER TABLE member
  ADD COLUMN alerts text[] CHECK (alerts <@ '{api_keys,usage,webhooks}'::text[]),
  ADD COLUMN notices_read text COLLATE "C";
