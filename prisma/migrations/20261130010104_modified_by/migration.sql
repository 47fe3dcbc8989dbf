-- Locks: node, against everything, for an instant.

-- Who wrote the contents of an entry last, or made it, as in change.author; NULL for what is older than this column.
ALTER TABLE node ADD COLUMN modified_by text DEFAULT NULLIF(current_setting('tidemark.author'::text, true), ''::text);
