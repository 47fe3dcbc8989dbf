-- Locks: audit_entry against writes while its index is built, about a second per million entries.

-- What support staff viewed, whoever it was. The expression is that of lib/audit/filters.ts.
CREATE INDEX audit_entry_support ON audit_entry (org_id, (action LIKE 'support.%'), id) WHERE action LIKE 'support.%';
