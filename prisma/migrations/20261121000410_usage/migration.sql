-- Bytes that the files API carried for each filesystem on each UTC day: GET and PUT of files, nothing else. The web
-- servers add up in their memory and write about once a second.
CREATE TABLE usage_day (
  filesystem_id text COLLATE "C" NOT NULL REFERENCES filesystem ON DELETE CASCADE,
  day date NOT NULL,
  bytes_read bigint NOT NULL DEFAULT 0 CHECK (bytes_read >= 0),
  bytes_written bigint NOT NULL DEFAULT 0 CHECK (bytes_written >= 0),
  PRIMARY KEY (filesystem_id, day)
);
