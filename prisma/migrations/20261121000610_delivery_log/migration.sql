-- The delivery log as people see it, and its counts. A new table, whose foreign key keeps writers from webhook for a moment.

CREATE FUNCTION iso_time(t timestamptz) RETURNS text STABLE PARALLEL SAFE LANGUAGE sql AS $$
  SELECT to_char(t AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
$$;

-- When the waiting attempt may start; null while one is in flight and when nothing waits.
CREATE FUNCTION webhook_next_attempt_at(w webhook) RETURNS timestamptz STABLE LANGUAGE sql AS $$
  SELECT CASE WHEN w.state = 'active' AND w.msg_id IS NOT NULL AND coalesce(w.lease_until < clock_timestamp(), true)
    THEN greatest(w.not_before, w.pace_until) END
$$;

-- Two are nowhere stored: `in_flight` is a waiting message whose webhook holds a lease, and one whose webhook lost its
-- access for good waits for nothing.
CREATE FUNCTION delivery_status(d delivery, w webhook) RETURNS text STABLE LANGUAGE sql AS $$
  SELECT CASE WHEN d.status = 'waiting' AND w.msg_id = d.id AND w.lease_until > clock_timestamp() THEN 'in_flight'
    WHEN d.status = 'waiting' AND w.disabled_reason = 'access_revoked' THEN 'dropped' ELSE d.status END
$$;

-- A delivery as the API shows it (contract, section 7), with the newest of its attempts.
CREATE FUNCTION delivery_shown(d delivery, w webhook) RETURNS json STABLE LANGUAGE sql AS $$
  SELECT json_build_object('id', d.id, 'webhook_id', d.webhook_id, 'type', d.type, 'status', delivery_status(d, w),
    'cursor', d.cursor::text, 'event_count', d.event_count, 'size', d.size, 'created_at', iso_time(d.created_at),
    'delivered_at', iso_time(d.delivered_at),
    'next_attempt_at', CASE WHEN w.msg_id = d.id THEN iso_time(webhook_next_attempt_at(w)) END,
    'attempts', (
      SELECT coalesce(json_agg(json_build_object('id', a.id, 'number', a.number, 'started_at', iso_time(a.started_at),
        'duration_ms', a.duration_ms, 'outcome', a.outcome, 'detail', a.detail, 'http_status', a.http_status)
        ORDER BY a.number, a.id), '[]')
      FROM (SELECT * FROM attempt t WHERE t.delivery_id = d.id ORDER BY t.number DESC, t.id DESC LIMIT 100) a))
$$;

-- What became of attempts, counted in spans of five minutes for a week, because the log of a busy webhook reaches back
-- for minutes only.
CREATE TABLE delivery_stat (
  webhook_id text COLLATE "C" NOT NULL REFERENCES webhook ON DELETE CASCADE,
  at timestamptz NOT NULL,
  outcome text COLLATE "C" NOT NULL,
  n int NOT NULL,
  -- Element i counts attempts that took more than 1.25^(i-2) and at most 1.25^(i-1) ms.
  latency int[] NOT NULL,
  PRIMARY KEY (webhook_id, at, outcome)
) WITH (fillfactor = 50);
CREATE INDEX delivery_stat_at ON delivery_stat (at);

CREATE FUNCTION delivery_stat_count(w text, clock timestamptz, attempt_outcome text, ms int) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  i int := least(ceil(ln(greatest(ms, 1)) / ln(1.25)) + 1, 48);
BEGIN
  UPDATE delivery_stat SET n = n + 1, latency[i] = latency[i] + 1
  WHERE webhook_id = w AND at = date_bin('5 minutes', clock, 'epoch') AND outcome = attempt_outcome;
  IF FOUND THEN RETURN; END IF;
  INSERT INTO delivery_stat (webhook_id, at, outcome, n, latency)
  SELECT id, date_bin('5 minutes', clock, 'epoch'), attempt_outcome, 1,
    array_fill(0, ARRAY[i - 1]) || 1 || array_fill(0, ARRAY[48 - i])
  FROM webhook WHERE id = w
  ON CONFLICT (webhook_id, at, outcome) DO UPDATE SET n = delivery_stat.n + 1, latency[i] = delivery_stat.latency[i] + 1;
END $$;

-- As before, but counts what it records.
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
  IF FOUND AND NOT ours THEN PERFORM delivery_stat_count(w, clock, outcome, (extract(epoch FROM ran) * 1000)::int); END IF;
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
