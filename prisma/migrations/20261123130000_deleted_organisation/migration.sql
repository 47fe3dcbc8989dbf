-- Locks: organisation, against everything, for an instant for the column and while its index is built: milliseconds
-- for a thousand organisations, a second for a million.

-- When its owner deleted it. Nobody reaches it any more, and its rows are purged.
ALTER TABLE organisation ADD COLUMN deleted_at timestamptz;
CREATE INDEX organisation_deleted ON organisation (deleted_at);
