-- Called once when deliveries resume after an outage of our own: records the time and spreads the resyncs.
--
-- Result: nothing.
-- Locks: reconciler_heartbeat, then webhooks by id FOR NO KEY UPDATE.
-- See spec 7.4.
CREATE OR REPLACE FUNCTION outage_over()
RETURNS void
LANGUAGE sql
AS $$
  INSERT INTO reconciler_heartbeat (at, outage_ended_at) VALUES (clock_timestamp(), clock_timestamp())
  ON CONFLICT (one) DO UPDATE SET outage_ended_at = excluded.outage_ended_at;
  SELECT resyncs_spread(NULL);
$$;
