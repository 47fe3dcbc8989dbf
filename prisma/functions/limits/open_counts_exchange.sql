-- Publishes how much callers hold open in a process and reads what they hold in the others. A count of 0 removes the
-- row; rows of processes that stopped renewing them are removed too.
--
-- Parameters:
--   me      id of the process
--   names   what is counted, distinct
--   counts  how many of each are open, in the same order
--   lease   for how long the counts stay without being published again
--
-- Result (one row per name): the name, and how many the other processes hold.
-- Locks: an advisory lock, so that of two processes at least one sees the other's counts; then rows of open_count.
-- See docs/decisions/0028-open-counts.md.
CREATE OR REPLACE FUNCTION open_counts_exchange(
  me uuid,
  names text[],
  counts integer[],
  lease interval
)
RETURNS TABLE (name text, others integer)
LANGUAGE plpgsql
AS $$
DECLARE
  clock timestamptz;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('tidemark.open_counts', 0));
  clock := clock_timestamp();
  DELETE FROM open_count o WHERE o.expires_at <= clock;
  INSERT INTO open_count AS o SELECT n.name, me, n.held, clock + lease
    FROM unnest(names, counts) AS n (name, held) WHERE n.held > 0
  ON CONFLICT (key, process) DO UPDATE SET held = excluded.held, expires_at = excluded.expires_at;
  DELETE FROM open_count o USING unnest(names, counts) AS n (name, held)
  WHERE o.key = n.name AND o.process = me AND n.held = 0;
  RETURN QUERY SELECT n.name, coalesce(sum(o.held), 0)::int
    FROM unnest(names) AS n (name) LEFT JOIN open_count o ON o.key = n.name AND o.process <> me GROUP BY n.name;
END;
$$;
