-- The triggers, created after the functions they call. Each takes a SHARE ROW EXCLUSIVE lock on its table for a moment.
CREATE OR REPLACE TRIGGER audit_entry_stays
BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_entry
EXECUTE FUNCTION audit_entry_stays();

-- Not for each write: it would cost an entry in each index of the table.
CREATE OR REPLACE TRIGGER history_grows
BEFORE UPDATE OF head ON filesystem
FOR EACH ROW WHEN (NEW.head > NEW.floor
  AND (NEW.history_since IS NULL OR (NEW.head - NEW.floor > 100000 AND NEW.history_since > 'epoch')))
EXECUTE FUNCTION history_grows();
