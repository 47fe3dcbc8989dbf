-- Counts an attempt in the statistics of its webhook, in the bucket of five minutes that contains the time.
--
-- Parameters:
--   w                id of the webhook
--   clock            the database's time at the end of the attempt
--   attempt_outcome  'delivered' or a failure code
--   ms               duration of the attempt in milliseconds
--
-- Result: nothing.
-- Locks: the row of the bucket.
-- See spec 4.31.
CREATE OR REPLACE FUNCTION delivery_stat_count(
  w text,
  clock timestamptz,
  attempt_outcome text,
  ms int
)
RETURNS void
LANGUAGE plpgsql
AS $$
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
  ON CONFLICT (webhook_id, at, outcome)
  DO UPDATE SET n = delivery_stat.n + 1, latency[i] = delivery_stat.latency[i] + 1;
END;
$$;
