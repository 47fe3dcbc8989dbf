-- The last call of a write by the release before, which does not call filesystem_begin: webhooks_wake from where the
-- filesystem's mark is.
--
-- Parameters:
--   fs           id of the filesystem, whose row this transaction has locked
--   max_changes  beyond this many changes nothing is read and the filesystem stays marked
--   grace        how long to wait for the run before the reconciler wakes the webhook itself
--
-- Result:
--   woken        ids of the webhooks to wake after the commit
--   marked       whether the filesystem still has changes to fan out
--
-- Locks: those of webhooks_wake.
-- See spec 7.14, 8.3.
CREATE OR REPLACE FUNCTION filesystem_wake(
  fs text,
  max_changes int,
  grace interval,
  OUT woken text[],
  OUT marked boolean
)
LANGUAGE plpgsql
AS $$
BEGIN
  SELECT x.woken, x.marked INTO woken, marked
  FROM filesystem f, webhooks_wake(fs, f.dispatched_cursor, max_changes, grace) x WHERE f.id = fs;
END;
$$;
