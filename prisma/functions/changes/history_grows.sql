-- Trigger function: notes when a history gets its first change, and that it has become longer than what is promised,
-- so that pruning finds it.
--
-- Result: the row with `history_since`.
-- Locks: none.
-- See spec 6.3.
CREATE OR REPLACE FUNCTION history_grows()
RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  NEW.history_since := CASE WHEN NEW.head - NEW.floor > 100000 THEN 'epoch' ELSE statement_timestamp() END;
  RETURN NEW;
END;
$$;
