-- Retry-now, shares of what is due, times that cannot be true, and smaller messages after a 413. Adds a column with a constant
-- default, which holds the table for a moment only.

-- How large the next built message may be (delivery-protocol, "Rules around it").
ALTER TABLE webhook ADD COLUMN body_cap int NOT NULL DEFAULT 262144;
CREATE FUNCTION body_cap_full() RETURNS int IMMUTABLE PARALLEL SAFE LANGUAGE sql RETURN 262144;

-- When a lease, a wait or a pace ends. One further ahead than any can be comes from a clock that was set back since, and
-- is over. A lease may look twice as long as it is: to wait is better than to send beside an attempt in flight.
CREATE FUNCTION lease_end(t timestamptz, clock timestamptz) RETURNS timestamptz STABLE PARALLEL SAFE LANGUAGE sql
RETURN CASE WHEN t > clock + interval '40 s' THEN clock ELSE t END;
CREATE FUNCTION wait_end(t timestamptz, clock timestamptz) RETURNS timestamptz STABLE PARALLEL SAFE LANGUAGE sql
RETURN CASE WHEN t > clock + interval '62 min' THEN clock ELSE t END;
CREATE FUNCTION pace_end(t timestamptz, clock timestamptz) RETURNS timestamptz STABLE PARALLEL SAFE LANGUAGE sql
RETURN CASE WHEN t > clock + interval '10 s' THEN clock ELSE t END;

-- As before, but with those, and the frozen message is one of several: its cursor is the newest that was ever sent.
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
    AND wait_end(not_before, clock) <= clock AND pace_end(pace_until, clock) <= clock
    AND coalesce(lease_end(lease_until, clock) <= clock, true)
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
  IF lease_end(old.lease_until, clock) > clock THEN RETURN NULL; END IF;
  UPDATE webhook SET not_before = least(not_before, greatest(clock, pace_until)), asks = 0,
    wake_at = least(wake_at, greatest(clock, pace_until))
  WHERE id = w;
  RETURN NULL;
END $$;

-- As before, but the body of what was delivered stays, what is recorded is counted, and a message refused as too large
-- makes the next one smaller, one that was not makes it larger again.
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
  old webhook; ends timestamptz; wake timestamptz; too_large int; has_events boolean;
BEGIN
  SELECT * INTO old FROM webhook WHERE id = w AND rev = lease_token FOR NO KEY UPDATE;
  INSERT INTO attempt (id, delivery_id, number, started_at, first_byte_at, duration_ms, outcome, detail, http_status)
  SELECT attempt_id, d.id, attempt_number, clock - ran, clock - first_byte_ago, extract(epoch FROM ran) * 1000, outcome, detail, http_status
  FROM delivery d WHERE d.id = message_id
  ON CONFLICT (id) DO NOTHING; -- the same call again, because its answer was lost
  IF FOUND AND NOT ours THEN PERFORM delivery_stat_count(w, clock, outcome, (extract(epoch FROM ran) * 1000)::int); END IF;
  IF old.id IS NULL THEN RETURN 'fenced'; END IF;

  IF outcome = 'http_413' OR done AND old.body_cap < body_cap_full() THEN
    SELECT count(*) INTO too_large FROM attempt a WHERE a.delivery_id = message_id AND a.outcome = 'http_413';
  END IF;

  IF done THEN
    UPDATE delivery SET status = 'delivered', delivered_at = clock WHERE id = message_id
    RETURNING type = 'files.changed' INTO has_events;
    wake := CASE WHEN old.resync OR old.wanted > greatest(old.position, old.sent) THEN paced + patience END;
    UPDATE webhook SET rev = rev + 1, lease_until = NULL, pace_until = paced, not_before = paced,
      position = greatest(position, sent), acked = sent, msg_id = NULL, attempt = 0,
      failing_since = NULL, disable_at = NULL, last_success_at = clock,
      -- Neither a message that was refused before nor a resync, which is always small, proves that more would do.
      body_cap = CASE WHEN too_large = 0 AND has_events THEN least(body_cap * 2, body_cap_full()) ELSE body_cap END,
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
    -- Once a message, however often the same bytes are refused.
    body_cap = CASE WHEN too_large = 1 THEN greatest(body_cap / 2, 16384) ELSE body_cap END,
    wake_at = CASE WHEN state = 'active' THEN least(next_try + patience, ends) END
  WHERE id = w;
  RETURN 'retry';
END $$;

-- As before, but while others are due one organisation gets at most a quarter of what is granted.
CREATE OR REPLACE FUNCTION webhooks_due(max_webhooks int, patience interval) RETURNS SETOF text LANGUAGE plpgsql AS $$
DECLARE
  share int := greatest(max_webhooks / 4, 1);
BEGIN
  WITH ended AS (
    SELECT id FROM webhook WHERE state = 'active' AND access_expires_at <= statement_timestamp()
    ORDER BY id LIMIT max_webhooks FOR UPDATE SKIP LOCKED)
  UPDATE webhook w SET state = 'disabled', disabled_reason = 'access_revoked', wake_at = NULL, stopped_at = clock_timestamp()
  FROM ended WHERE w.id = ended.id;
  WITH ended AS (
    SELECT id FROM webhook WHERE wake_at <= statement_timestamp()
      AND disable_at <= statement_timestamp() AND disable_at <= not_before AND lease_until IS NULL
    ORDER BY id LIMIT max_webhooks FOR UPDATE SKIP LOCKED)
  UPDATE webhook w SET state = 'disabled', disabled_reason = 'failing', wake_at = NULL, stopped_at = clock_timestamp()
  FROM ended WHERE w.id = ended.id;
  -- What should have been disabled but was locked just now is left to the next tick and not pushed on.
  RETURN QUERY
  WITH due AS MATERIALIZED (
    SELECT id, filesystem_id, wake_at FROM webhook WHERE wake_at <= statement_timestamp()
      AND NOT coalesce(disable_at <= statement_timestamp() AND disable_at <= not_before AND lease_until IS NULL, false)
    ORDER BY wake_at LIMIT max_webhooks * 5 FOR UPDATE SKIP LOCKED
  ), ranked AS (
    SELECT o.id, o.wake_at, row_number() OVER (PARTITION BY o.org_id ORDER BY o.wake_at) AS n,
      min(o.org_id) OVER () = max(o.org_id) OVER () AS alone
    -- Not a join, which could read every filesystem there is.
    FROM (SELECT d.id, d.wake_at, (SELECT f.org_id FROM filesystem f WHERE f.id = d.filesystem_id) AS org_id FROM due d) o
  ), placed AS (
    SELECT r.id, r.n, (r.alone OR r.n <= share) AS within,
      row_number() OVER (ORDER BY NOT (r.alone OR r.n <= share), r.wake_at) AS place
    FROM ranked r
  ), pushed AS (
    UPDATE webhook w SET asks = w.asks + p.within::int,
      wake_at = least(statement_timestamp() + CASE WHEN p.within THEN patience * (2 ^ least(w.asks, 6))
          -- As many ticks later as there are shares before it, so that it does not stand in the way of others meanwhile.
          ELSE interval '100 ms' * (p.n / share) END,
        CASE WHEN w.disable_at > statement_timestamp() AND w.disable_at <= w.not_before THEN w.disable_at END)
    FROM placed p WHERE w.id = p.id AND (NOT p.within OR p.place <= max_webhooks) RETURNING w.id, p.within
  )
  SELECT p.id FROM pushed p WHERE p.within;
END $$;
