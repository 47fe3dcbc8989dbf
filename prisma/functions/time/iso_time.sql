-- A time as the API shows it: ISO 8601, UTC, milliseconds.
--
-- Parameters:
--   t  the time, or NULL
--
-- Result: the text, or NULL.
-- Locks: none.
-- See spec 1.2.
CREATE OR REPLACE FUNCTION iso_time(
  t timestamptz
)
RETURNS text
LANGUAGE sql
STABLE
PARALLEL SAFE
AS $$
  SELECT to_char(t AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
$$;
