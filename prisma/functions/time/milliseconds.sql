-- An interval from a number of milliseconds.
--
-- Parameters:
--   n  milliseconds, may have a fraction
--
-- Result: the interval.
-- Locks: none.
CREATE OR REPLACE FUNCTION milliseconds(
  n double precision
)
RETURNS interval
LANGUAGE sql
IMMUTABLE
PARALLEL SAFE
AS $$
  SELECT make_interval(secs => n / 1000)
$$;
