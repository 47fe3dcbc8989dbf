-- Locks: node and change, against everything, while the checks are made (a second for a million nodes).

-- What mounts show of an entry. Times have milliseconds; modified_ns is what modified_at has beyond them.
ALTER TABLE node
  ADD COLUMN modified_ns int NOT NULL DEFAULT 0 CHECK (modified_ns BETWEEN 0 AND 999999),
  ADD COLUMN changed_at timestamptz NOT NULL DEFAULT now(),
  ADD COLUMN uid bigint NOT NULL DEFAULT 0 CHECK (uid BETWEEN 0 AND 4294967294),
  ADD COLUMN gid bigint NOT NULL DEFAULT 0 CHECK (gid BETWEEN 0 AND 4294967294);
ALTER TABLE node ALTER COLUMN changed_at SET DEFAULT clock_timestamp();

-- Who made a change, as in `key:key_…`. The transaction says so once, in entries_apply; NULL for older processes.
ALTER TABLE change ADD COLUMN author text DEFAULT nullif(current_setting('tidemark.author', true), '');
