-- Spreads the resyncs that an outage of our own caused over a minute. It moves webhooks that are behind the kept
-- history, are not failing, have no message pending and were not spread before.
--
-- Parameters:
--   fs  id of the filesystem; NULL: all filesystems
--
-- Result: nothing.
-- Locks: webhooks by id FOR NO KEY UPDATE.
-- See spec 7.4.
CREATE OR REPLACE FUNCTION resyncs_spread(
  fs text
)
RETURNS void
LANGUAGE sql
AS $$
  UPDATE webhook w SET not_before = x.at, wake_at = x.at FROM (
    SELECT k.id, clock_timestamp() + random() * interval '60 s' AS at
    FROM webhook k JOIN filesystem f ON f.id = k.filesystem_id
    WHERE k.wake_at IS NOT NULL AND (fs IS NULL OR k.filesystem_id = fs)
      AND k.position < f.floor AND k.msg_id IS NULL AND k.lease_until IS NULL
      AND k.failing_since IS NULL AND k.not_before <= clock_timestamp()
    ORDER BY k.id FOR NO KEY UPDATE OF k) x
  WHERE w.id = x.id
$$;
