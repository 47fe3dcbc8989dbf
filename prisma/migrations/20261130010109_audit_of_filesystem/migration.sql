-- Locks: audit_entry against writes while its index is built, about a second per million entries.

-- What is about a filesystem or was done in it. The expression is that of lib/audit/list.ts.
CREATE INDEX audit_entry_filesystem ON audit_entry
  (org_id, (CASE target_type WHEN 'filesystem' THEN target_id ELSE details->>'filesystem_id' END), id);
