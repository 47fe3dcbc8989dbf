-- Locks: api_key, against writes, for an instant.

-- Requests with each API key per UTC day, of which failed are those with a status of 400 and above.
CREATE TABLE api_key_day (
  api_key_id text COLLATE "C" NOT NULL REFERENCES api_key ON DELETE CASCADE,
  day date NOT NULL,
  requests bigint NOT NULL DEFAULT 0,
  failed bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (api_key_id, day)
);
