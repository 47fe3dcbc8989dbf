-- Locks: audit_entry, against everything, for an instant.

-- What the target was called at that time; what is deleted later keeps its name here.
ALTER TABLE audit_entry ADD COLUMN target_name text;
