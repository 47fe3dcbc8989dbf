-- Whether the next attempt of a webhook is that of a resend. A message whose attempt died with its process goes
-- first, and after the end of the 24 hours only the attempt that is due may start.
--
-- Parameters:
--   w      the webhook
--   clock  the database's time
--
-- Result: true or false.
-- Locks: none.
-- See spec 7.36.
CREATE OR REPLACE FUNCTION resend_due(
  w webhook,
  clock timestamptz
)
RETURNS boolean
LANGUAGE sql
STABLE
RETURN coalesce(w.resend_cursor IS NOT NULL AND (w.lease_until IS NULL OR w.resending)
  AND coalesce(w.disable_at > clock, true), false);
