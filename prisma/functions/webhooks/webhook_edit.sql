-- Changes the URL, path prefix or description of a webhook. With another URL or prefix it starts over with a
-- resync (webhook_restart).
--
-- Parameters:
--   w                id of the webhook
--   org              id of the organisation
--   fs               id of the filesystem
--   new_url          NULL: as it is
--   new_host         host of new_url
--   new_prefix       NULL: as it is
--   new_description  NULL: as it is
--
-- Result:
--   refusal          the refusal code, or NULL (not_found, webhook_access_revoked)
--   url              what it was before
--   path_prefix      what it was before
--   description      what it was before
--
-- Locks: the creator's rows (creator_hold), then the webhook's row FOR NO KEY UPDATE.
-- See spec 7.34.
CREATE OR REPLACE FUNCTION webhook_edit(
  w text,
  org text,
  fs text,
  new_url text,
  new_host text,
  new_prefix text,
  new_description text,
  OUT refusal text,
  OUT url text,
  OUT path_prefix text,
  OUT description text
)
LANGUAGE plpgsql
AS $$
DECLARE
  old webhook;
  may_read boolean;
BEGIN
  SELECT * INTO old FROM webhook k WHERE k.id = w AND k.filesystem_id = fs;
  may_read := creator_hold(old.created_by, org, fs);
  -- Read again under its lock: the creator's rows come first in the order of locks.
  SELECT * INTO old FROM webhook k WHERE k.id = w AND k.filesystem_id = fs FOR NO KEY UPDATE;
  IF old.id IS NULL THEN refusal := 'not_found'; RETURN; END IF;
  url := old.url;
  path_prefix := old.path_prefix;
  description := old.description;
  UPDATE webhook k SET description = coalesce(new_description, k.description) WHERE k.id = w;
  IF coalesce(new_url, url) = url AND coalesce(new_prefix, path_prefix) = path_prefix THEN RETURN; END IF;
  IF old.disabled_reason = 'access_revoked' OR NOT may_read THEN refusal := 'webhook_access_revoked'; RETURN; END IF;
  UPDATE webhook k SET url = coalesce(new_url, k.url), host = coalesce(new_host, k.host),
    path_prefix = coalesce(new_prefix, k.path_prefix),
    prefix_since = CASE WHEN new_prefix <> k.path_prefix THEN k.sent_cursor ELSE k.prefix_since END
  WHERE k.id = w;
  PERFORM webhook_restart(old);
END;
$$;
