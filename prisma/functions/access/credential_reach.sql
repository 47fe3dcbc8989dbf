-- How a credential reaches a filesystem now.
--
-- Parameters:
--   credential  id of an API key, session, login or mount session; of a key also <id>.<number of its secret>, which
--               then has to work still
--   org         id of the organisation
--   fs          id of the filesystem
--
-- Result:
--   live        true if the credential is accepted at all
--   inside      true if it belongs to the organisation
--   has_fs      true if it is inside, the organisation is not disabled and the filesystem belongs to it
--   mode        'ro', 'rw', or NULL without access, as for a user who lacks a required second factor
--
-- Locks: none.
-- See spec 3.8, 3.13, 3.18, 3.22, 3.27.
CREATE OR REPLACE FUNCTION credential_reach(
  credential text,
  org text,
  fs text,
  OUT live boolean,
  OUT inside boolean,
  OUT has_fs boolean,
  OUT mode text
)
LANGUAGE plpgsql
STABLE
AS $$
DECLARE
  holder text;
  kind text := split_part(credential, '_', 1);
  member_role text;
BEGIN
  has_fs := EXISTS (SELECT FROM filesystem f WHERE f.id = fs AND f.org_id = org)
    AND EXISTS (SELECT FROM organisation o WHERE o.id = org AND o.disabled_at IS NULL);
  inside := false;
  IF kind = 'key' THEN
    SELECT true, k.org_id = org INTO live, inside FROM api_key k
    WHERE k.id = split_part(credential, '.', 1) AND k.revoked_at IS NULL
      AND (k.expires_at IS NULL OR k.expires_at > clock_timestamp())
      AND (split_part(credential, '.', 2) IN ('', k.secret_number::text)
        OR (split_part(credential, '.', 2) = (k.secret_number - 1)::text
          AND k.previous_expires_at > clock_timestamp()));
    IF inside AND has_fs THEN
      SELECT g.mode INTO mode FROM filesystem_grant g
      WHERE g.api_key_id = split_part(credential, '.', 1) AND g.filesystem_id = fs;
    END IF;
  ELSIF kind = 'ms' THEN
    SELECT true, m.org_id = org, CASE WHEN m.filesystem_id = fs AND has_fs THEN m.mode END INTO live, inside, mode
    FROM mount_session m
    WHERE m.id = credential AND m.exchanged_at IS NOT NULL AND m.ends_at > clock_timestamp();
  ELSE
    SELECT s.user_id INTO holder FROM session s JOIN app_user u ON u.id = s.user_id AND u.disabled_at IS NULL
    WHERE s.id = credential AND s.ended_at IS NULL AND s.expires_at > clock_timestamp();
    IF holder IS NULL THEN
      SELECT l.user_id INTO holder FROM login l JOIN app_user u ON u.id = l.user_id AND u.disabled_at IS NULL
      WHERE l.id = credential AND l.ended_at IS NULL AND l.expires_at > clock_timestamp();
    END IF;
    live := holder IS NOT NULL;
    SELECT m.role INTO member_role FROM member m WHERE m.org_id = org AND m.user_id = holder;
    inside := member_role IS NOT NULL;
    IF inside AND has_fs AND NOT member_lacks_factor(holder, org) THEN
      mode := CASE member_role WHEN 'viewer' THEN 'ro' ELSE 'rw' END;
    END IF;
  END IF;
  live := coalesce(live, false);
  inside := coalesce(inside, false);
  has_fs := has_fs AND inside;
END;
$$;
