-- Locks: webhook, against everything, for an instant.

-- Cursor of the message that was sent again last, which streams show however many are newer.
ALTER TABLE webhook ADD COLUMN resent_cursor bigint;
