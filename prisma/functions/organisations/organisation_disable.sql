-- Disables an organisation: its keys, members and mounts lose access at once, its webhooks are disabled.
--
-- Parameters:
--   org  id of the organisation
--
-- Result: false if it does not exist or is disabled.
-- Locks: the organisation's row FOR UPDATE, then webhooks and mount sessions as access_ended does, by creator.
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
  UPDATE organisation o SET disabled_at = clock_timestamp() WHERE o.id = org AND o.disabled_at IS NULL;
  IF NOT FOUND THEN RETURN false; END IF;
  PERFORM access_ended(c.created_by, org, NULL, false) FROM (
    SELECT w.created_by FROM webhook w JOIN filesystem f ON f.id = w.filesystem_id WHERE f.org_id = org
    UNION SELECT m.created_by FROM mount_session m WHERE m.org_id = org AND m.ends_at > clock_timestamp()
    ORDER BY created_by) c;
  RETURN true;
END;
$$;
