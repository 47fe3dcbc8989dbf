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
