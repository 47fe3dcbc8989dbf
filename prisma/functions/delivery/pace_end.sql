-- When pacing allows the next attempt. A time more than 10 s ahead comes from a clock that was set back since
-- and counts as over.
--
-- Parameters:
--   t      end of the pause as stored
--   clock  the database's time
--
-- Result: the end.
-- Locks: none.
-- See spec 7.5.
CREATE OR REPLACE FUNCTION pace_end(
  t timestamptz,
  clock timestamptz
)
RETURNS timestamptz
LANGUAGE sql
STABLE
PARALLEL SAFE
RETURN CASE WHEN t > clock + interval '10 s' THEN clock ELSE t END;
