-- What follows from outages of our own, from a database that is another one than before, and from a clock set back.
-- A new table and functions; no locks.

-- The server that the cursors were given out on. Another one may have lost some of them.
CREATE TABLE database_identity (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  system_identifier bigint NOT NULL,
  timeline text COLLATE "C" NOT NULL
);

-- Whether deliveries stand still although some are due: none started for a minute. `attempt_id` is the least that an
-- attempt of the last minute could have.
CREATE FUNCTION deliveries_stalled(attempt_id text) RETURNS boolean STABLE LANGUAGE sql AS $$
  SELECT EXISTS (
      SELECT FROM webhook w WHERE w.wake_at IS NOT NULL AND (w.asks > 0 OR w.wake_at <= clock_timestamp())
        AND w.lease_until IS NULL AND w.not_before <= clock_timestamp())
    AND NOT EXISTS (SELECT FROM attempt a WHERE a.id >= attempt_id)
    -- A lease lasts 20 s, so that of a start within the last minute ended less than 40 s ago.
    AND NOT EXISTS (SELECT FROM webhook w WHERE w.wake_at IS NOT NULL AND w.lease_until > clock_timestamp() - interval '40 s')
$$;

-- Spreads the resyncs that an outage of ours caused over a minute, of one filesystem or of all: what is behind the
-- history, fails not and neither waits with a message nor was spread already.
CREATE FUNCTION resyncs_spread(fs text) RETURNS void LANGUAGE sql AS $$
  UPDATE webhook w SET not_before = x.at, wake_at = x.at FROM (
    SELECT k.id, clock_timestamp() + random() * interval '60 s' AS at
    FROM webhook k JOIN filesystem f ON f.id = k.filesystem_id
    WHERE k.wake_at IS NOT NULL AND (fs IS NULL OR k.filesystem_id = fs)
      AND k.position < f.floor AND k.msg_id IS NULL AND k.lease_until IS NULL
      AND k.failing_since IS NULL AND k.not_before <= clock_timestamp()
    ORDER BY k.id FOR NO KEY UPDATE OF k) x
  WHERE w.id = x.id
$$;

-- Called once when deliveries go on after an outage of ours.
CREATE FUNCTION outage_over() RETURNS void LANGUAGE sql AS $$
  INSERT INTO guard_beat (at, outage_ended_at) VALUES (clock_timestamp(), clock_timestamp())
  ON CONFLICT (one) DO UPDATE SET outage_ended_at = excluded.outage_ended_at;
  SELECT resyncs_spread(NULL);
$$;

-- Makes every cursor greater than any that was ever given out, and every active webhook resync within a minute: cursors
-- that are used again would be dropped by receivers in silence. A message that waits stays and goes first.
CREATE FUNCTION cursors_jump() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM filesystem ORDER BY id FOR NO KEY UPDATE;
  UPDATE filesystem SET head = head + 4294967296, floor = head + 4294967296, rung = head + 4294967296, dirty = false;
  TRUNCATE change;
  UPDATE webhook w SET resync = true, rev = w.rev + (w.lease_until IS NULL)::int,
    not_before = CASE WHEN x.rests THEN x.at ELSE w.not_before END,
    wake_at = CASE WHEN x.rests THEN x.at ELSE w.wake_at END
  FROM (
    SELECT k.id, k.msg_id IS NULL AND k.lease_until IS NULL AS rests, clock_timestamp() + random() * interval '60 s' AS at
    FROM webhook k WHERE k.state = 'active' ORDER BY k.id FOR NO KEY UPDATE) x
  WHERE w.id = x.id;
END $$;

-- Whether the server is another one than before, after which cursors have jumped. `lossless` says that whoever runs it
-- fails over without losing a commit, so that a new timeline means nothing.
CREATE FUNCTION database_check(lossless boolean) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  server bigint := (SELECT c.system_identifier FROM pg_control_system() c);
  line text := left(pg_walfile_name(pg_current_wal_lsn()), 8);
BEGIN
  IF EXISTS (SELECT FROM database_identity i WHERE i.system_identifier = server AND i.timeline = line) THEN RETURN false; END IF;
  INSERT INTO database_identity (system_identifier, timeline) VALUES (server, line) ON CONFLICT DO NOTHING;
  IF FOUND THEN RETURN false; END IF;
  -- Of those who find out at once the first one does it.
  UPDATE database_identity i SET system_identifier = server, timeline = line
  WHERE (i.system_identifier, i.timeline) <> (server, line);
  IF NOT FOUND OR lossless THEN RETURN false; END IF;
  PERFORM cursors_jump();
  RETURN true;
END $$;

-- As before, but tells once a second that it lives, notices when nobody ticked for a minute, and when the clock was set back: what then waits for a time
-- that cannot be true is due now.
CREATE OR REPLACE FUNCTION guard_tick(max_rows int, patience interval) RETURNS TABLE (filesystem_id text, webhook_id text) LANGUAGE plpgsql AS $$
DECLARE
  clock timestamptz := clock_timestamp(); last timestamptz;
BEGIN
  IF NOT pg_try_advisory_xact_lock(hashtext('tidemark.guard')) THEN RETURN; END IF;
  SELECT b.at INTO last FROM guard_beat b;
  -- An insert that changes nothing would still lock the row, and so write ten times a second.
  IF last IS NULL OR abs(extract(epoch FROM clock - last)) > 1 THEN
    INSERT INTO guard_beat (at) VALUES (clock) ON CONFLICT (one) DO UPDATE SET at = excluded.at;
    IF last < clock - interval '60 s' THEN PERFORM outage_over(); END IF;
    IF last > clock THEN
      UPDATE webhook w SET wake_at = clock FROM (
        SELECT k.id FROM webhook k
        WHERE k.wake_at > clock AND (lease_end(k.lease_until, clock) = clock OR wait_end(k.not_before, clock) = clock
          OR pace_end(k.pace_until, clock) = clock OR k.wake_at > clock + interval '75 min')
        ORDER BY k.id FOR NO KEY UPDATE SKIP LOCKED) x
      WHERE w.id = x.id;
    END IF;
  END IF;
  RETURN QUERY SELECT f.id, NULL::text FROM filesystem f WHERE f.dirty LIMIT max_rows;
  RETURN QUERY SELECT NULL::text, d FROM webhooks_due(max_rows, patience) d;
END $$;

-- As before, but resyncs that come of an outage of ours are spread.
CREATE OR REPLACE FUNCTION changes_prune(fs text, keep_for interval, keep_rows int, max_rows int) RETURNS int LANGUAGE plpgsql AS $$
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
  IF FOUND THEN
    PERFORM resyncs_spread(fs) FROM guard_beat WHERE outage_ended_at > clock_timestamp() - interval '10 min';
  ELSE
    SELECT floor INTO new_floor FROM filesystem WHERE id = fs;
  END IF;
  DELETE FROM change WHERE filesystem_id = fs AND cursor <= new_floor;
  GET DIAGNOSTICS n = ROW_COUNT;
  RETURN n;
END $$;
