-- Bodies that stay, and enable. Takes an exclusive lock on message, which holds few rows, for as long as a new
-- index on it takes.

-- Bodies stay for people after they were delivered: the newest 20 messages of a webhook, at most 4 MiB of them.
ALTER TABLE message DROP CONSTRAINT message_pkey, ADD PRIMARY KEY (webhook_id, cursor);

-- Forgets the bodies beyond those. Called where one is added, so that the bound holds after every commit; the newest,
-- which may still wait, always stays. Sizes are read without their bodies.
CREATE FUNCTION messages_prune(w text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM message m WHERE m.webhook_id = w AND m.cursor <= (
    SELECT max(k.cursor) FROM (
      SELECT a.cursor, row_number() OVER newest AS n, sum(octet_length(a.body)) OVER newest AS bytes
      FROM message a WHERE a.webhook_id = w WINDOW newest AS (ORDER BY a.cursor DESC)) k
    WHERE k.n > 20 OR k.bytes > 4 * 1024 * 1024);
END $$;

-- Whether a creator (`key:…`, `user:…`) can read a filesystem of an organisation, which cannot be taken away before this
-- transaction ends: what takes it away writes one of these rows.
CREATE FUNCTION creator_hold(creator text, org text, fs text) RETURNS boolean LANGUAGE plpgsql AS $$
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
  PERFORM FROM member m WHERE m.person_id = creator_id AND m.org_id = org FOR SHARE;
  RETURN FOUND;
END $$;

-- A webhook disabled for failing works again (contract, section 7 rule 10): its waiting message is dropped and the next
-- one is a resync with a new marker, which no change of the time between can have passed.
-- Returns the code of the refusal, or null.
CREATE FUNCTION webhook_enable(w text, org text, fs text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  old webhook; may_read boolean;
BEGIN
  SELECT * INTO old FROM webhook WHERE id = w AND filesystem_id = fs;
  IF old.id IS NULL THEN RETURN 'not_found'; END IF;
  may_read := creator_hold(old.created_by, org, fs);
  -- Again, under its lock: the creator's rows come first in the order of locks.
  SELECT * INTO old FROM webhook WHERE id = w FOR NO KEY UPDATE;
  IF old.id IS NULL THEN RETURN 'not_found'; END IF;
  IF old.state <> 'disabled' THEN RETURN 'webhook_not_disabled'; END IF;
  IF old.disabled_reason = 'access_revoked' OR NOT may_read THEN RETURN 'webhook_access_revoked'; END IF;
  UPDATE delivery SET status = 'dropped' WHERE id = old.msg_id AND status = 'waiting';
  -- Its lease is long over: only a webhook without one is disabled for failing.
  UPDATE webhook SET state = 'active', disabled_reason = NULL, stopped_at = NULL, rev = rev + 1, resync = true,
    msg_id = NULL, attempt = 0, asks = 0, failing_since = NULL, disable_at = NULL, not_before = pace_until,
    wake_at = greatest(clock_timestamp(), pace_until)
  WHERE id = w;
  RETURN NULL;
END $$;
