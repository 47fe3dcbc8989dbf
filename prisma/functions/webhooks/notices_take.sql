-- Takes the notices to send now. Each piece of news is taken once, however many processes ask.
--
-- Parameters:
--   max_rows    most webhooks to take
--
-- Result (rows):
--   webhook_id  id of the webhook
--   news        'failing', 'ending', 'disabled' or 'recovered'
--
-- Locks: webhooks by id FOR NO KEY UPDATE SKIP LOCKED.
-- See spec 7.9.
CREATE OR REPLACE FUNCTION notices_take(
  max_rows int
)
RETURNS TABLE (
  webhook_id text,
  news text
)
LANGUAGE sql
AS $$
  UPDATE webhook w SET last_notice = x.news FROM (
    SELECT k.id, webhook_notice(k, clock_timestamp()) AS news FROM webhook k
    WHERE (k.failing_since IS NOT NULL OR k.state = 'disabled' OR k.last_notice IS NOT NULL)
      AND webhook_notice(k, clock_timestamp()) IS DISTINCT FROM k.last_notice
    ORDER BY k.id LIMIT max_rows FOR NO KEY UPDATE SKIP LOCKED) x
  WHERE w.id = x.id RETURNING w.id, coalesce(x.news, 'recovered')
$$;
