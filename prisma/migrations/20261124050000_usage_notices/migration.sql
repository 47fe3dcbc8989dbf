-- Locks: none of existing tables.

-- What owners know of limits that are nearly or fully used; a row leaves when its limit has room again.
-- The subject is an organisation or a filesystem of it.
CREATE TABLE usage_notice (
  subject text NOT NULL,
  kind text NOT NULL,
  percent int NOT NULL CHECK (percent IN (80, 100)),
  PRIMARY KEY (subject, kind)
);
