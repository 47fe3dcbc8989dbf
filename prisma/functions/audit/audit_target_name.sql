-- What people call a target of the audit log.
--
-- Parameters:
--   type    type of the target, as in audit_entry.target_type
--   target  its id
--
-- Result: its name, the host of a webhook, the address of an invitation or the machine of a mount; NULL if it has none
-- or doesn't exist.
-- Locks: none.
-- See spec 4.15.
CREATE OR REPLACE FUNCTION audit_target_name(
  type text,
  target text
)
RETURNS text
LANGUAGE sql
STABLE
AS $$
  SELECT CASE type
    WHEN 'filesystem' THEN (SELECT f.name FROM filesystem f WHERE f.id = target)
    WHEN 'webhook' THEN (SELECT w.host FROM webhook w WHERE w.id = target)
    WHEN 'api_key' THEN (SELECT k.name FROM api_key k WHERE k.id = target)
    WHEN 'user' THEN (SELECT u.name FROM app_user u WHERE u.id = target)
    WHEN 'invitation' THEN (SELECT i.email FROM invitation i WHERE i.id = target)
    WHEN 'organisation' THEN (SELECT o.name FROM organisation o WHERE o.id = target)
    WHEN 'passkey' THEN (SELECT p.name FROM passkey p WHERE p.id = target)
    WHEN 'mount_session' THEN (SELECT m.machine FROM mount_session m WHERE m.id = target)
  END
$$;
