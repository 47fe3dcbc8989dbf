-- Whether the creator of a webhook can read a filesystem. If so, access cannot be taken away before this
-- transaction ends, because whatever takes it away writes one of these rows.
--
-- Parameters:
--   creator  key:<id> or user:<id>
--   org      id of the organisation
--   fs       id of the filesystem
--
-- Result: true if it can.
-- Locks: the creator's key and then its grant FOR SHARE, or its membership FOR SHARE.
-- See spec 7.13.
CREATE OR REPLACE FUNCTION creator_hold(
  creator text,
  org text,
  fs text
)
RETURNS boolean
LANGUAGE plpgsql
AS $$
DECLARE
  creator_id text := split_part(creator, ':', 2);
BEGIN
  IF starts_with(creator, 'key:') THEN
    PERFORM FROM api_key k WHERE k.id = creator_id FOR SHARE;
    PERFORM FROM filesystem_grant g WHERE g.api_key_id = creator_id AND g.filesystem_id = fs FOR SHARE;
    RETURN EXISTS (
      SELECT FROM api_key k JOIN filesystem_grant g ON g.api_key_id = k.id AND g.filesystem_id = fs
      WHERE k.id = creator_id AND k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > clock_timestamp()));
  END IF;
  PERFORM FROM member m WHERE m.user_id = creator_id AND m.org_id = org FOR SHARE;
  RETURN FOUND;
END;
$$;
