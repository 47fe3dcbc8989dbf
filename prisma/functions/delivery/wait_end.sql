-- When a wait before a retry ends. One that ends later than any wait can (an hour, and 2 minutes of margin)
-- comes from a clock that was set back since and counts as over.
--
-- Parameters:
--   t      end of the wait as stored
--   clock  the database's time
--
-- Result: the end.
-- Locks: none.
-- See spec 7.9.
CREATE OR REPLACE FUNCTION wait_end(
  t timestamptz,
  clock timestamptz
)
RETURNS timestamptz
LANGUAGE sql
STABLE
PARALLEL SAFE
RETURN CASE WHEN t > clock + interval '62 min' THEN clock ELSE t END;
