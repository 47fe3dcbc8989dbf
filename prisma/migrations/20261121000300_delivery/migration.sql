-- How a change becomes a delivery: ring, look, pass, start, settle, due. Each function is one atomic step and may run
-- anywhere, twice, late or never: only `webhook.rev` fences, and `wake_at` says when somebody must look again.
-- Order of locks everywhere: the creator's rows, the filesystem, webhooks by id.
-- Predicates that an index answers use statement_timestamp(); what is stored is clock_timestamp().

CREATE FUNCTION path_under(path text, prefix text) RETURNS boolean IMMUTABLE PARALLEL SAFE LANGUAGE sql AS $$
  SELECT prefix = '/' OR path = prefix OR starts_with(path, prefix || '/')
$$;

-- A barrier stands for unknown changes anywhere in its subtrees, so it also concerns the prefixes below it.
CREATE FUNCTION change_touches(kind text, path text, path2 text, prefix text) RETURNS boolean
IMMUTABLE PARALLEL SAFE LANGUAGE sql AS $$
  SELECT CASE kind
    WHEN 'marker' THEN false
    WHEN 'barrier' THEN path_under(path, prefix) OR path_under(prefix, path)
      OR (path2 IS NOT NULL AND (path_under(path2, prefix) OR path_under(prefix, path2)))
    ELSE path_under(path, prefix) END
$$;

CREATE FUNCTION milliseconds(n double precision) RETURNS interval IMMUTABLE PARALLEL SAFE LANGUAGE sql AS $$
  SELECT make_interval(secs => n / 1000)
$$;

-- The changes after a cursor that concern a prefix, with what exists at their paths now, in one snapshot. Both the feed
-- and the messages are made from this. It ends before a barrier that concerns the prefix, after max_events events or
-- after max_scan rows; `scanned` is the cursor up to which everything was looked at, `barrier` says it begins with one.
CREATE FUNCTION changes_page(fs text, after bigint, prefix text, max_events int, max_scan int)
RETURNS TABLE (scanned bigint, barrier boolean, events jsonb) STABLE LANGUAGE sql AS $$
  WITH scan AS MATERIALIZED (
    SELECT c.cursor, c.kind, c.path, c.path2 FROM change c
    WHERE c.filesystem_id = fs AND c.cursor > after ORDER BY c.cursor LIMIT max_scan
  ), first AS MATERIALIZED (
    SELECT s.cursor, s.kind, s.path FROM scan s
    WHERE change_touches(s.kind, s.path, s.path2, prefix) ORDER BY s.cursor LIMIT max_events + 1
  ), hit AS MATERIALIZED (
    SELECT f.cursor, f.kind, f.path, row_number() OVER (ORDER BY f.cursor) AS n FROM first f
  ), cut AS MATERIALIZED (
    SELECT min(h.cursor) AS cursor, min(h.cursor) FILTER (WHERE h.kind = 'barrier' AND h.n = 1) AS barrier
    FROM hit h WHERE h.kind = 'barrier' OR h.n > max_events
  )
  -- Without a cut everything was looked at: up to the head, or up to the last row of a full scan.
  SELECT coalesce(cut.cursor - 1, (
      SELECT CASE WHEN count(*) < max_scan THEN (SELECT f.head FROM filesystem f WHERE f.id = fs) ELSE max(s.cursor) END
      FROM scan s)),
    cut.barrier IS NOT NULL,
    (SELECT coalesce(jsonb_agg(jsonb_build_object(
        'cursor', h.cursor::text, 'type', h.kind, 'path', h.path, 'file', entry_info(fs, h.path)) ORDER BY h.cursor), '[]')
     FROM hit h WHERE cut.cursor IS NULL OR h.cursor < cut.cursor)
  FROM cut
$$;

-- Looks at the changes since the last ring and marks the webhooks they concern. Returns those that slept, to be woken.
-- Everything is read in one snapshot; `rung = old` makes sure that nobody else accounted for the same range.
CREATE FUNCTION filesystem_ring(fs text, max_scan int, patience interval) RETURNS SETOF text LANGUAGE plpgsql
SET lock_timeout = '50ms' AS $$
DECLARE
  h bigint; old_rung bigint; ids text[]; hits bigint[];
BEGIN
  SELECT f.head, f.rung, array_agg(w.id ORDER BY w.id) FILTER (WHERE x.hit IS NOT NULL),
    array_agg(x.hit ORDER BY w.id) FILTER (WHERE x.hit IS NOT NULL)
  INTO h, old_rung, ids, hits
  FROM filesystem f
  LEFT JOIN webhook w ON w.filesystem_id = f.id AND w.state = 'active'
  LEFT JOIN LATERAL (
    SELECT CASE WHEN f.rung < f.floor OR f.head - f.rung > max_scan THEN f.head
      ELSE (SELECT max(c.cursor) FROM change c
            WHERE c.filesystem_id = f.id AND c.cursor > f.rung AND c.cursor <= f.head
              AND change_touches(c.kind, c.path, c.path2, w.path_prefix)) END AS hit
  ) x ON w.id IS NOT NULL
  WHERE f.id = fs GROUP BY f.head, f.rung;
  UPDATE filesystem SET rung = h, dirty = (head <> h) WHERE id = fs AND rung = old_rung;
  IF NOT FOUND OR ids IS NULL THEN RETURN; END IF;
  PERFORM FROM webhook WHERE id = ANY (ids) ORDER BY id FOR UPDATE;
  RETURN QUERY
  WITH rung AS (
    UPDATE webhook w SET
      wanted = greatest(w.wanted, x.hit),
      position = CASE WHEN w.wake_at IS NULL AND x.hit > w.position THEN greatest(w.position, old_rung) ELSE w.position END,
      rev = w.rev + (w.wake_at IS NULL AND x.hit > w.position)::int,
      wake_at = CASE WHEN w.wake_at IS NULL AND x.hit > w.position
        THEN greatest(clock_timestamp(), w.not_before, w.pace_until) + patience ELSE w.wake_at END
    FROM unnest(ids, hits) x (id, hit) WHERE w.id = x.id AND w.state = 'active'
    RETURNING w.id, old.wake_at AS was, new.wake_at AS is_now
  )
  SELECT r.id FROM rung r WHERE r.was IS NULL AND r.is_now IS NOT NULL;
END $$;

-- Nothing inside the prefix up to `scanned`: moves on without a message. Sleeps only if nothing newer is wanted.
CREATE FUNCTION webhook_pass(w text, seen_rev bigint, scanned bigint) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  UPDATE webhook SET position = greatest(position, scanned), rev = rev + 1, asks = 0,
    wake_at = CASE WHEN wanted <= greatest(position, scanned) THEN NULL ELSE wake_at END
  WHERE id = w AND rev = seen_rev AND state = 'active' AND msg_id IS NULL AND NOT resync AND lease_until IS NULL;
  RETURN FOUND;
END $$;

-- Freezes a message (or takes the frozen one), allocates a resync's marker and takes the lease. No token: not now.
-- For a resync `cursor` is NULL and the body holds {cursor} where the marker's cursor belongs.
CREATE FUNCTION webhook_start(
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
  RETURNING rev, msg_id, attempt, position INTO token, id, number, from_position;
  IF NOT FOUND THEN
    -- Takes the marker back with the transaction; the caller reads this code as "not now".
    IF is_resync THEN RAISE EXCEPTION 'webhook moved on' USING ERRCODE = '40001'; END IF;
    RETURN;
  END IF;
  IF message_id IS NULL THEN
    SELECT m.body INTO body FROM message m WHERE m.webhook_id = w;
    RETURN;
  END IF;
  body := CASE WHEN is_resync THEN replace(message_body, '{cursor}', c::text) ELSE message_body END;
  INSERT INTO message (webhook_id, id, cursor, body) VALUES (w, message_id, c, body);
  INSERT INTO delivery (id, webhook_id, type, status, after, cursor, event_count, size, body_sha256)
  VALUES (message_id, w, CASE WHEN is_resync THEN 'files.resync' ELSE 'files.changed' END, 'waiting',
    from_position, c, message_events, octet_length(body), sha256(convert_to(body, 'UTF8')));
END $$;

-- Records an attempt and, if the lease is still ours, what follows from it. `outcome` is 'delivered', 'ours' or a
-- failure code; `first_byte_ago` runs from the request's first byte (NULL: none was sent) by the sender's own clock.
-- Returns what comes next: 'idle', 'more', 'retry' or 'fenced'.
CREATE FUNCTION webhook_settle(
  w text, lease_token bigint, attempt_id text, message_id text, attempt_number int, outcome text, detail text, http_status int,
  ran interval, first_byte_ago interval, backoff interval, lease interval, pace interval, patience interval, disable_after interval)
RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  clock timestamptz := clock_timestamp();
  paced timestamptz := clock - coalesce(first_byte_ago, ran) + pace;
  next_try timestamptz := greatest(paced, clock + backoff);
  done boolean := outcome = 'delivered';
  ours boolean := outcome = 'ours';
  c bigint; old webhook; ends timestamptz; wake timestamptz;
BEGIN
  SELECT * INTO old FROM webhook WHERE id = w AND rev = lease_token FOR NO KEY UPDATE;
  INSERT INTO attempt (id, delivery_id, number, started_at, first_byte_at, duration_ms, outcome, detail, http_status)
  SELECT attempt_id, d.id, attempt_number, clock - ran, clock - first_byte_ago, extract(epoch FROM ran) * 1000, outcome, detail, http_status
  FROM delivery d WHERE d.id = message_id
  ON CONFLICT (id) DO NOTHING; -- the same call again, because its answer was lost
  IF old.id IS NULL THEN RETURN 'fenced'; END IF;

  IF done THEN
    DELETE FROM message m WHERE m.webhook_id = w RETURNING m.cursor INTO c;
    UPDATE delivery SET status = 'delivered', delivered_at = clock WHERE id = message_id;
    wake := CASE WHEN old.resync OR old.wanted > greatest(old.position, c) THEN paced + patience END;
    UPDATE webhook SET rev = rev + 1, lease_until = NULL, pace_until = paced, not_before = paced,
      position = greatest(position, c), acked = c, msg_id = NULL, attempt = 0,
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

-- Disables what failed for too long or lost its creator's access, then takes the webhooks whose time has come, pushes
-- each on (twice as far at each ask, so that a slow engine is not flooded) and returns them to be woken.
CREATE FUNCTION webhooks_due(max_webhooks int, patience interval) RETURNS SETOF text LANGUAGE plpgsql AS $$
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
  WITH due AS (
    SELECT id FROM webhook WHERE wake_at <= statement_timestamp()
      AND NOT coalesce(disable_at <= statement_timestamp() AND disable_at <= not_before AND lease_until IS NULL, false)
    ORDER BY wake_at LIMIT max_webhooks FOR UPDATE SKIP LOCKED)
  UPDATE webhook w SET asks = w.asks + 1,
    wake_at = least(statement_timestamp() + patience * (2 ^ least(w.asks, 6)),
      CASE WHEN w.disable_at > statement_timestamp() AND w.disable_at <= w.not_before THEN w.disable_at END)
  FROM due WHERE w.id = due.id RETURNING w.id;
END $$;

-- Ends the webhooks of a creator (on one filesystem, or on all) in the transaction that takes its access.
CREATE FUNCTION webhooks_stop(creator text, fs text) RETURNS SETOF text LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM webhook WHERE created_by = creator AND (fs IS NULL OR filesystem_id = fs) ORDER BY id FOR UPDATE;
  RETURN QUERY
  UPDATE webhook SET wake_at = NULL, stopped_at = clock_timestamp(), state = 'disabled', disabled_reason = 'access_revoked'
  WHERE created_by = creator AND (fs IS NULL OR filesystem_id = fs)
    AND (state = 'active' OR disabled_reason <> 'access_revoked') RETURNING id;
END $$;

-- Raises the floor of a filesystem by at most max_rows changes that are too old or too many; the rows are deleted after.
CREATE FUNCTION changes_prune(fs text, keep_for interval, keep_rows int, max_rows int) RETURNS int LANGUAGE plpgsql AS $$
DECLARE
  new_floor bigint; n int;
BEGIN
  SELECT greatest(f.head - keep_rows, (
      SELECT max(o.cursor) FROM (
        SELECT c.cursor, c.at FROM change c WHERE c.filesystem_id = fs AND c.cursor > f.floor
        ORDER BY c.cursor LIMIT max_rows) o
      WHERE o.at < statement_timestamp() - keep_for), f.floor)
  INTO new_floor FROM filesystem f WHERE f.id = fs;
  UPDATE filesystem SET floor = least(new_floor, floor + max_rows) WHERE id = fs AND floor < new_floor RETURNING floor INTO new_floor;
  IF NOT FOUND THEN SELECT floor INTO new_floor FROM filesystem WHERE id = fs; END IF;
  DELETE FROM change WHERE filesystem_id = fs AND cursor <= new_floor;
  GET DIAGNOSTICS n = ROW_COUNT;
  RETURN n;
END $$;

-- One look of the guard: filesystems to ring and webhooks to wake. Of processes that look at the same moment one does
-- the work; the lock only saves work, nothing depends on it.
CREATE FUNCTION guard_tick(max_rows int, patience interval) RETURNS TABLE (filesystem_id text, webhook_id text) LANGUAGE plpgsql AS $$
BEGIN
  IF NOT pg_try_advisory_xact_lock(hashtext('tidemark.guard')) THEN RETURN; END IF;
  RETURN QUERY SELECT f.id, NULL::text FROM filesystem f WHERE f.dirty LIMIT max_rows;
  RETURN QUERY SELECT NULL::text, d FROM webhooks_due(max_rows, patience) d;
END $$;
