-- Locks: mount_session, against everything, for an instant.

-- Who uses a session, from where, and how much it has read and written. Older sessions have none of it.
ALTER TABLE mount_session
  ADD COLUMN client text,
  ADD COLUMN machine text,
  ADD COLUMN address text,
  ADD COLUMN last_active_at timestamptz,
  ADD COLUMN bytes_read bigint NOT NULL DEFAULT 0,
  ADD COLUMN bytes_written bigint NOT NULL DEFAULT 0;
