-- Ends what was created in an organisation, by all creators: webhooks are disabled and mount sessions end.
--
-- Parameters:
--   org  id of the organisation
--
-- Result: nothing.
-- Locks: webhooks and mount sessions as access_ended does, by creator; the caller holds what lets new ones be created.
-- See spec 3.15, 3.18, 4.45.
CREATE OR REPLACE FUNCTION organisation_end_access(
  org text
)
RETURNS void
LANGUAGE plpgsql
AS $$
BEGIN
  PERFORM access_ended(c.created_by, org, NULL, false) FROM (
    SELECT w.created_by FROM webhook w JOIN filesystem f ON f.id = w.filesystem_id WHERE f.org_id = org
    UNION SELECT m.created_by FROM mount_session m WHERE m.org_id = org AND m.ends_at > clock_timestamp()
    ORDER BY created_by) c;
END;
$$;
