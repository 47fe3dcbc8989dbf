-- Locks: audit_entry against writes while its index is built, about a second per million entries; api_key for an instant.

-- A list names all columns of an index in its order, which an actor of NULL cannot: the operator's shell and the service.
CREATE INDEX audit_entry_by_actor ON audit_entry (org_id, (coalesce(actor_id, 'shell')), id);
DROP INDEX audit_entry_actor;

-- Keys are revoked and stay. What lists and counts an organisation's keys does not read those.
CREATE INDEX api_key_active ON api_key (org_id, id) WHERE revoked_at IS NULL;
