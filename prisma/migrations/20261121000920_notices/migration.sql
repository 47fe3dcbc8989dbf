-- Tells an organisation once what becomes of its webhooks. Adds a nullable column and an index over few rows; writers wait
-- while it is made, a second for a million webhooks.

-- The last thing its organisation was told of: it fails for an hour, it ends within an hour, it has ended. Null: all is well.
ALTER TABLE webhook ADD COLUMN noticed text CHECK (noticed IN ('failing', 'ending', 'disabled'));
UPDATE webhook SET noticed = 'disabled' WHERE state = 'disabled';
CREATE INDEX webhook_noticed ON webhook (id) WHERE noticed IS NOT NULL;

-- What an organisation should know of a webhook, from its fields alone. Short failures change nothing, and it is well
-- again only after an acknowledgement, not when somebody enables it.
CREATE FUNCTION webhook_notice(w webhook, clock timestamptz) RETURNS text STABLE LANGUAGE sql
RETURN CASE
  WHEN w.state = 'disabled' THEN 'disabled'
  WHEN w.failing_since IS NULL AND (w.last_success_at >= w.last_failure_at OR w.last_failure_at IS NULL) THEN NULL
  WHEN w.disable_at <= clock + interval '1 h' THEN 'ending'
  WHEN w.failing_since <= clock - interval '1 h' THEN CASE w.noticed WHEN 'ending' THEN 'ending' ELSE 'failing' END
  -- It fails since less than an hour: what was told of an earlier time is over.
  ELSE CASE WHEN w.noticed = 'disabled' OR w.failing_since IS NULL THEN w.noticed END END;

-- Takes what should be told now, each piece of news once, however many processes ask.
CREATE FUNCTION notices_take(max_rows int) RETURNS TABLE (webhook_id text, news text) LANGUAGE sql AS $$
  UPDATE webhook w SET noticed = x.news FROM (
    SELECT k.id, webhook_notice(k, clock_timestamp()) AS news FROM webhook k
    WHERE (k.failing_since IS NOT NULL OR k.state = 'disabled' OR k.noticed IS NOT NULL)
      AND webhook_notice(k, clock_timestamp()) IS DISTINCT FROM k.noticed
    ORDER BY k.id LIMIT max_rows FOR NO KEY UPDATE SKIP LOCKED) x
  WHERE w.id = x.id RETURNING w.id, coalesce(x.news, 'recovered')
$$;
