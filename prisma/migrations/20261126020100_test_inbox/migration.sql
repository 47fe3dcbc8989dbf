-- Locks: webhook, against writes, for an instant.

-- What a test inbox received and verified: the newest 100 messages of a webhook, for a day. times_received: a message
-- can arrive more than once. body: of the newest ones, at most 1 MiB of a webhook.
CREATE TABLE inbox_message (
  webhook_id text COLLATE "C" NOT NULL REFERENCES webhook ON DELETE CASCADE,
  id text COLLATE "C" NOT NULL,
  type text NOT NULL,
  cursor bigint NOT NULL,
  event_count int NOT NULL,
  body text CHECK (octet_length(body) <= 262144),
  signed_at timestamptz NOT NULL,
  received_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  times_received int NOT NULL DEFAULT 1,
  PRIMARY KEY (webhook_id, id)
);
CREATE INDEX inbox_message_received_at ON inbox_message (received_at);
