-- Raises every cursor above all that were ever given out (by 2^32), and makes every active webhook resync
-- within a minute. Needed when commits may have been lost: receivers would silently drop cursors that are
-- used again. A waiting message stays and is sent first. The ids of nodes jump by a billion: a mount that goes on
-- would take a new file for an old one with its id, and write to it.
--
-- Result: nothing.
-- Locks: filesystems by id FOR NO KEY UPDATE, change ACCESS EXCLUSIVE, webhooks by id FOR NO KEY UPDATE.
-- See spec 6.1.
CREATE OR REPLACE FUNCTION cursors_jump()
RETURNS void
LANGUAGE plpgsql
AS $$
BEGIN
  PERFORM FROM filesystem ORDER BY id FOR NO KEY UPDATE;
  UPDATE filesystem SET head = head + 4294967296, floor = head + 4294967296,
    dispatched_cursor = head + 4294967296, undispatched = false, history_since = NULL;
  TRUNCATE change;
  PERFORM setval('node_id', nextval('node_id') + 1000000000);
  UPDATE webhook w SET resync = true, rev = w.rev + (w.lease_until IS NULL)::int,
    not_before = CASE WHEN x.rests THEN x.at ELSE w.not_before END,
    wake_at = CASE WHEN x.rests THEN x.at ELSE w.wake_at END
  FROM (
    SELECT k.id, k.msg_id IS NULL AND k.lease_until IS NULL AS rests,
      clock_timestamp() + random() * interval '60 s' AS at
    FROM webhook k WHERE k.state = 'active' ORDER BY k.id FOR NO KEY UPDATE) x
  WHERE w.id = x.id;
END;
$$;
