-- Locks: webhook, against writes, for an instant.

-- A command-line listener: the webhook whose messages a stream carries to a program on someone's machine. stream_id:
-- the open stream, which renews seen_at; NULL: none. request_id: the attempt in flight, or the last one, with what its
-- request says apart from the body; its response, a status or what failed, counts until request_until.
CREATE TABLE listener (
  webhook_id text COLLATE "C" PRIMARY KEY REFERENCES webhook ON DELETE CASCADE,
  stream_id text COLLATE "C",
  seen_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  request_id text COLLATE "C" UNIQUE,
  message_id text COLLATE "C",
  signed_at text,
  signature text,
  request_until timestamptz,
  response text
);
