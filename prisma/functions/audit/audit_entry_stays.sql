-- Trigger function: refuses every UPDATE, DELETE and TRUNCATE of the audit log.
--
-- Result: never returns.
-- Raises: P0001 always.
-- Locks: none.
-- See spec 4.15.
CREATE OR REPLACE FUNCTION audit_entry_stays()
RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  RAISE EXCEPTION 'the audit log can only be added to';
END;
$$;
