-- Locks: audit_entry, against everything, for an instant.

-- What changed, and by which credential. Older entries have neither.
ALTER TABLE audit_entry
  ADD COLUMN details jsonb NOT NULL DEFAULT '{}',
  ADD COLUMN credential text;
