-- The triggers, created after the functions they call. Each takes a SHARE ROW EXCLUSIVE lock on its table for a moment.
CREATE OR REPLACE TRIGGER audit_entry_stays
BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_entry
EXECUTE FUNCTION audit_entry_stays();
