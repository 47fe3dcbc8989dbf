-- Disables an organisation: its keys, members and mounts lose access at once, its webhooks are disabled.
--
-- Parameters:
--   org  id of the organisation
--
-- Result: false if it does not exist, is deleted or is disabled.
-- Locks: the organisation's row FOR UPDATE, then those of organisation_end_access.
-- See spec 3.18.
CREATE OR REPLACE FUNCTION organisation_disable(
  org text
)
RETURNS boolean
LANGUAGE plpgsql
AS $$
BEGIN
  -- Waits for webhooks that are being created.
  PERFORM FROM organisation o WHERE o.id = org FOR UPDATE;
  UPDATE organisation o SET disabled_at = clock_timestamp()
    WHERE o.id = org AND o.disabled_at IS NULL AND o.deleted_at IS NULL;
  IF NOT FOUND THEN RETURN false; END IF;
  PERFORM organisation_end_access(org);
  RETURN true;
END;
$$;
