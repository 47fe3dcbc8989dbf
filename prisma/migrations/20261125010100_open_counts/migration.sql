-- Locks: none on existing tables.

-- What callers hold open in each process. Worthless after a crash, so it skips the write-ahead log.
CREATE UNLOGGED TABLE open_count (
  key text COLLATE "C" NOT NULL,
  process uuid NOT NULL,
  held integer NOT NULL,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (key, process)
);
