-- Resumes a paused webhook where it stopped. The time it was paused counts neither towards the 24 hours nor as
-- a late start of the next attempt.
--
-- Parameters:
--   w   id of the webhook
--   fs  id of the filesystem
--
-- Result: the refusal code, or NULL (not_found, webhook_not_paused).
-- Locks: the filesystem's row, then the webhook's row, both FOR NO KEY UPDATE.
-- See spec 7.33.
CREATE OR REPLACE FUNCTION webhook_resume(
  w text,
  fs text
)
RETURNS text
LANGUAGE plpgsql
AS $$
DECLARE
  newest bigint;
  old webhook;
  clock timestamptz;
  paused interval;
BEGIN
  -- Under its lock nothing is fanned out: what was, passed over this webhook and is at most the head.
  SELECT f.head INTO newest FROM filesystem f WHERE f.id = fs FOR NO KEY UPDATE;
  SELECT * INTO old FROM webhook WHERE id = w AND filesystem_id = fs FOR NO KEY UPDATE;
  clock := clock_timestamp();
  IF old.id IS NULL THEN RETURN 'not_found'; END IF;
  IF old.state <> 'paused' THEN RETURN 'webhook_not_paused'; END IF;
  -- The first failure may be that of the attempt that was in flight when it was paused.
  paused := greatest(clock - greatest(old.stopped_at, old.failing_since), '0');
  UPDATE webhook SET state = 'active', stopped_at = NULL, rev = rev + (lease_until IS NULL)::int,
    target_cursor = greatest(target_cursor, newest), disable_at = disable_at + paused,
    -- What was over before the pause is over for as long as then; what ended during it ends now.
    not_before = greatest(not_before, least(not_before + paused, clock)),
    lease_until = CASE WHEN lease_until IS NOT NULL
      THEN greatest(lease_until, least(lease_until + paused, clock)) END,
    wake_at = CASE
      WHEN lease_until IS NOT NULL OR msg_id IS NOT NULL OR resync OR greatest(target_cursor, newest) > position
        OR resend_cursor IS NOT NULL
      THEN least(greatest(clock, CASE WHEN resend_cursor IS NULL THEN not_before END, pace_until, lease_until),
        disable_at + paused) END
  WHERE id = w;
  RETURN NULL;
END;
$$;
