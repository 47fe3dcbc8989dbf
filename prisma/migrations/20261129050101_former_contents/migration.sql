-- Locks: none on existing tables.

-- Contents that a file of a filesystem had and lost, for an hour: who has that file open reads on.
CREATE TABLE former_content (
  filesystem_id text COLLATE "C" NOT NULL,
  hash bytea NOT NULL CHECK (octet_length(hash) = 32),
  size bigint NOT NULL,
  left_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (filesystem_id, hash)
);
