-- Bodies that stay, enable and retry-now. Takes an exclusive lock on message, which holds few rows, for as long as a new
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

-- As before, but the frozen message is one of several: its cursor is the newest that was ever sent.
CREATE OR REPLACE FUNCTION webhook_start(
  w text, seen_rev bigint, message_id text, message_cursor bigint, message_body text, message_events int, lease interval,
  OUT token bigint, OUT clock timestamptz, OUT id text, OUT body text, OUT number int)
LANGUAGE plpgsql AS $$
DECLARE
  c bigint := message_cursor; fs text; is_resync boolean := message_id IS NOT NULL AND message_cursor IS NULL; from_position bigint;
BEGIN
  IF is_resync THEN
    SELECT filesystem_id INTO fs FROM webhook WHERE webhook.id = w;
    UPDATE filesystem SET head = head + 1, dirty = true WHERE filesystem.id = fs RETURNING head INTO c;
    IF NOT FOUND THEN RETURN; END IF;
    INSERT INTO change (filesystem_id, cursor, kind) VALUES (fs, c, 'marker');
  END IF;
  clock := clock_timestamp();
  -- A lease that is still there belongs to an attempt that died with its process: our fault, so it keeps its number.
  -- Neither that nor an attempt that we start late may bring the end of the 24 hours nearer.
  UPDATE webhook SET rev = rev + 1, asks = 0, attempt = attempt + (lease_until IS NULL)::int,
    disable_at = disable_at + greatest(
      clock - coalesce(lease_until - lease, not_before + interval '1 s'), '0'),
    lease_until = clock + lease, wake_at = clock + lease,
    msg_id = coalesce(msg_id, message_id), sent = coalesce(c, sent),
    resync = resync AND message_id IS NULL
  WHERE webhook.id = w AND rev = seen_rev AND state = 'active'
    AND not_before <= clock AND pace_until <= clock AND (lease_until IS NULL OR lease_until < clock)
    AND (message_id IS NULL) = (msg_id IS NOT NULL) AND (c IS NULL OR c > sent)
    AND (disable_at IS NULL OR disable_at > clock OR not_before < disable_at)
    AND (access_expires_at IS NULL OR access_expires_at > clock)
  RETURNING rev, msg_id, attempt, position, sent INTO token, id, number, from_position, c;
  IF NOT FOUND THEN
    -- Takes the marker back with the transaction; the caller reads this code as "not now".
    IF is_resync THEN RAISE EXCEPTION 'webhook moved on' USING ERRCODE = '40001'; END IF;
    RETURN;
  END IF;
  IF message_id IS NULL THEN
    SELECT m.body INTO body FROM message m WHERE m.webhook_id = w AND m.cursor = c;
    RETURN;
  END IF;
  body := CASE WHEN is_resync THEN replace(message_body, '{cursor}', c::text) ELSE message_body END;
  INSERT INTO message (webhook_id, id, cursor, body) VALUES (w, message_id, c, body);
  INSERT INTO delivery (id, webhook_id, type, status, after, cursor, event_count, size, body_sha256)
  VALUES (message_id, w, CASE WHEN is_resync THEN 'files.resync' ELSE 'files.changed' END, 'waiting',
    from_position, c, message_events, octet_length(body), sha256(convert_to(body, 'UTF8')));
  PERFORM messages_prune(w);
END $$;

-- As before, but the body of what was delivered stays.
CREATE OR REPLACE FUNCTION webhook_settle(
  w text, lease_token bigint, attempt_id text, message_id text, attempt_number int, outcome text, detail text, http_status int,
  ran interval, first_byte_ago interval, backoff interval, lease interval, pace interval, patience interval, disable_after interval)
RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  clock timestamptz := clock_timestamp();
  paced timestamptz := clock - coalesce(first_byte_ago, ran) + pace;
  next_try timestamptz := greatest(paced, clock + backoff);
  done boolean := outcome = 'delivered';
  ours boolean := outcome = 'ours';
  old webhook; ends timestamptz; wake timestamptz;
BEGIN
  SELECT * INTO old FROM webhook WHERE id = w AND rev = lease_token FOR NO KEY UPDATE;
  INSERT INTO attempt (id, delivery_id, number, started_at, first_byte_at, duration_ms, outcome, detail, http_status)
  SELECT attempt_id, d.id, attempt_number, clock - ran, clock - first_byte_ago, extract(epoch FROM ran) * 1000, outcome, detail, http_status
  FROM delivery d WHERE d.id = message_id
  ON CONFLICT (id) DO NOTHING; -- the same call again, because its answer was lost
  IF old.id IS NULL THEN RETURN 'fenced'; END IF;

  IF done THEN
    UPDATE delivery SET status = 'delivered', delivered_at = clock WHERE id = message_id;
    wake := CASE WHEN old.resync OR old.wanted > greatest(old.position, old.sent) THEN paced + patience END;
    UPDATE webhook SET rev = rev + 1, lease_until = NULL, pace_until = paced, not_before = paced,
      position = greatest(position, sent), acked = sent, msg_id = NULL, attempt = 0,
      failing_since = NULL, disable_at = NULL, last_success_at = clock,
      wake_at = CASE WHEN state = 'active' THEN wake END
    WHERE id = w;
    RETURN CASE WHEN wake IS NULL OR old.state <> 'active' THEN 'idle' ELSE 'more' END;
  END IF;

  -- What we lost between start and send, or between the answer and here, does not age the 24 hours; of an attempt
  -- that failed through our fault nothing does, its wait included.
  ends := CASE WHEN ours THEN old.disable_at + backoff + (clock - (old.lease_until - lease))
    ELSE coalesce(old.disable_at + greatest(clock - (old.lease_until - lease) - ran, '0'), clock + disable_after) END;
  UPDATE webhook SET rev = rev + 1, lease_until = NULL, pace_until = paced, not_before = next_try, disable_at = ends,
    attempt = attempt - ours::int,
    failing_since = CASE WHEN ours THEN failing_since ELSE coalesce(failing_since, clock) END,
    last_failure_at = CASE WHEN ours THEN last_failure_at ELSE clock END,
    last_failure = CASE WHEN ours THEN last_failure ELSE outcome END,
    wake_at = CASE WHEN state = 'active' THEN least(next_try + patience, ends) END
  WHERE id = w;
  RETURN 'retry';
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

-- Brings the waiting attempt forward, but never before pacing allows it and never beside one in flight (contract,
-- section 7 rule 11). Returns the code of the refusal, or null.
CREATE FUNCTION webhook_retry_now(w text, fs text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  clock timestamptz; old webhook;
BEGIN
  SELECT * INTO old FROM webhook WHERE id = w AND filesystem_id = fs FOR NO KEY UPDATE;
  clock := clock_timestamp();
  IF old.id IS NULL THEN RETURN 'not_found'; END IF;
  IF old.state <> 'active' OR old.msg_id IS NULL THEN RETURN 'webhook_not_retrying'; END IF;
  IF old.lease_until > clock THEN RETURN NULL; END IF;
  UPDATE webhook SET not_before = least(not_before, greatest(clock, pace_until)), asks = 0,
    wake_at = least(wake_at, greatest(clock, pace_until))
  WHERE id = w;
  RETURN NULL;
END $$;
