-- What support staff looks at. The index blocks writers of webhook while it is made, a second for a million of them.

-- Webhooks in trouble, across organisations: the cost of looking grows with them and not with all webhooks.
CREATE INDEX webhook_troubled ON webhook (id) WHERE failing_since IS NOT NULL OR state = 'disabled';

-- When a guard last did its work. Worth nothing after a crash.
CREATE UNLOGGED TABLE guard_beat (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  at timestamptz NOT NULL
) WITH (fillfactor = 50);

-- As before, but tells once a second that it lives.
CREATE OR REPLACE FUNCTION guard_tick(max_rows int, patience interval) RETURNS TABLE (filesystem_id text, webhook_id text) LANGUAGE plpgsql AS $$
BEGIN
  IF NOT pg_try_advisory_xact_lock(hashtext('tidemark.guard')) THEN RETURN; END IF;
  RETURN QUERY SELECT f.id, NULL::text FROM filesystem f WHERE f.dirty LIMIT max_rows;
  RETURN QUERY SELECT NULL::text, d FROM webhooks_due(max_rows, patience) d;
  -- Asked first: an insert that changes nothing would still lock the row, and so write ten times a second.
  IF NOT EXISTS (SELECT FROM guard_beat WHERE at > clock_timestamp() - interval '1 s') THEN
    INSERT INTO guard_beat (at) VALUES (clock_timestamp()) ON CONFLICT (one) DO UPDATE SET at = excluded.at;
  END IF;
END $$;
