-- Locks: mount_session, against everything, for an instant.

-- Session or login that made a mount session; NULL for a key, a mount, and what is older than this column.
ALTER TABLE mount_session ADD COLUMN made_with text;
