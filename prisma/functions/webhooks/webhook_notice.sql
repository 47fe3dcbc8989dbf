-- What the organisation should know about a webhook, from its fields alone. Failing for less than an hour
-- starts no notice. A webhook has recovered only after an acknowledgement, not when it is enabled.
--
-- Parameters:
--   w      the webhook
--   clock  the database's time
--
-- Result: 'failing' (for an hour), 'ending' (disabled within an hour), 'disabled', or NULL.
-- Locks: none.
-- See spec 7.9.
CREATE OR REPLACE FUNCTION webhook_notice(
  w webhook,
  clock timestamptz
)
RETURNS text
LANGUAGE sql
STABLE
RETURN CASE
  WHEN w.state = 'disabled' THEN 'disabled'
  WHEN w.failing_since IS NULL AND (w.last_success_at >= w.last_failure_at OR w.last_failure_at IS NULL) THEN NULL
  -- Nothing changes before it is resumed.
  WHEN w.state = 'paused' THEN w.last_notice
  WHEN w.disable_at <= clock + interval '1 h' THEN 'ending'
  WHEN w.failing_since <= clock - interval '1 h' THEN CASE w.last_notice WHEN 'ending' THEN 'ending' ELSE 'failing' END
  -- It has been failing for less than an hour; notices about earlier failures no longer apply.
  ELSE CASE WHEN w.last_notice = 'disabled' OR w.failing_since IS NULL THEN w.last_notice END END;
