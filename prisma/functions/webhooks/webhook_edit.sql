-- Changes the URL, path prefix or description of a webhook. Another URL or prefix starts it over as enabling
-- does: the waiting message is dropped, and the next one is a resync with a new marker. An attempt in flight
-- keeps its lease, and its outcome moves nothing. A paused webhook stays paused.
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
  clock timestamptz;
  lease timestamptz;
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
  clock := clock_timestamp();
  lease := CASE WHEN lease_end(old.lease_until, clock) > clock THEN old.lease_until END;
  UPDATE delivery SET status = 'dropped' WHERE id = old.msg_id AND status = 'waiting';
  -- The attempt in flight keeps its token, so that its end ends the lease.
  UPDATE webhook k SET url = coalesce(new_url, k.url), host = coalesce(new_host, k.host),
    path_prefix = coalesce(new_prefix, k.path_prefix),
    prefix_since = CASE WHEN new_prefix <> k.path_prefix THEN k.sent_cursor ELSE k.prefix_since END,
    state = CASE k.state WHEN 'paused' THEN 'paused' ELSE 'active' END, disabled_reason = NULL,
    stopped_at = CASE k.state WHEN 'paused' THEN k.stopped_at END,
    rev = k.rev + (lease IS NULL)::int, lease_until = lease, resync = true, msg_id = NULL, attempt = 0,
    wakeup_attempts = 0, failing_since = NULL, disable_at = NULL, not_before = k.pace_until,
    wake_at = CASE WHEN k.state <> 'paused' THEN greatest(clock, k.pace_until, lease) END
  WHERE k.id = w;
END;
$$;
