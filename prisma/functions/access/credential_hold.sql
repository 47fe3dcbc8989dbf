-- How a credential reaches a filesystem now; its access cannot be taken away before this transaction ends.
--
-- Parameters:
--   credential  id of an API key, session, login or mount session; of a key also with the number of its secret
--   org         id of the organisation
--   fs          id of the filesystem
--
-- Result: 'ro', 'rw', or NULL without access.
-- Locks: FOR SHARE: a key, then its grant; a mount session; or a session or login together with its
--   membership.
-- See spec 3.14, 7.13.
CREATE OR REPLACE FUNCTION credential_hold(
  credential text,
  org text,
  fs text
)
RETURNS text
LANGUAGE plpgsql
AS $$
BEGIN
  CASE split_part(credential, '_', 1)
    WHEN 'key' THEN
      PERFORM FROM api_key k WHERE k.id = split_part(credential, '.', 1) FOR SHARE;
      PERFORM FROM filesystem_grant g WHERE g.api_key_id = split_part(credential, '.', 1) AND g.filesystem_id = fs
      FOR SHARE;
    WHEN 'ms' THEN PERFORM FROM mount_session m WHERE m.id = credential FOR SHARE;
    WHEN 'sess' THEN
      PERFORM FROM session s JOIN member m ON m.user_id = s.user_id AND m.org_id = org
      WHERE s.id = credential FOR SHARE;
    ELSE
      PERFORM FROM login l JOIN member m ON m.user_id = l.user_id AND m.org_id = org
      WHERE l.id = credential FOR SHARE;
  END CASE;
  RETURN (SELECT r.mode FROM credential_reach(credential, org, fs) r);
END;
$$;
