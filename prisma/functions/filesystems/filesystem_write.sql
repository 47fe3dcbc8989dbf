-- Applies changes to one filesystem and fans them out, as one part of a transaction.
--
-- Parameters:
--   fs           id of the filesystem
--   changes      as in entries_apply
--   max_changes  as in webhooks_wake
--   grace        as in webhooks_wake
--   waits        whether to wait for another write to the filesystem
--
-- Result (one row for each change; none if the filesystem is being written and this doesn't wait):
--   n       its number, from 1
--   code, cursor, created, info
--           as in entries_apply
--   woken, marked
--           as in webhooks_wake, the same in each row; NULL if no change was made
--
-- Locks: the filesystem's row FOR NO KEY UPDATE, then those of entries_apply and of webhooks_wake.
-- See spec 8.3.
CREATE OR REPLACE FUNCTION filesystem_write(
  fs text,
  changes jsonb,
  max_changes int,
  grace interval,
  waits boolean
)
RETURNS TABLE (
  n bigint,
  code text,
  cursor bigint,
  created boolean,
  info json,
  woken text[],
  marked boolean
)
LANGUAGE plpgsql
AS $$
DECLARE
  since bigint;
BEGIN
  IF NOT waits THEN
    PERFORM FROM filesystem f WHERE f.id = fs FOR NO KEY UPDATE SKIP LOCKED;
    IF NOT FOUND THEN RETURN; END IF;
  END IF;
  since := filesystem_begin(fs);
  -- The count needs every row of the changes, so the fan-out comes last.
  RETURN QUERY
    WITH written AS MATERIALIZED (
      SELECT w.n, w.code, w.cursor, w.created, w.info
      FROM entries_apply(fs, changes) WITH ORDINALITY AS w (code, cursor, created, info, n)
    ), fanned AS MATERIALIZED (
      SELECT f.woken, f.marked FROM webhooks_wake(fs, since, max_changes, grace) f
      WHERE (SELECT count(*) FROM written w WHERE w.code IS NULL) > 0
    )
    SELECT w.*, f.* FROM written w LEFT JOIN fanned f ON true;
END;
$$;
