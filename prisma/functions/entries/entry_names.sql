-- Splits a path into its names.
--
-- Parameters:
--   path  normalised absolute path
--
-- Result: the names from the root down; an empty array for /.
-- Locks: none.
-- See spec 5.6.
CREATE OR REPLACE FUNCTION entry_names(
  path text
)
RETURNS text[]
LANGUAGE sql
IMMUTABLE
AS $$
  SELECT CASE WHEN path = '/' THEN '{}' ELSE string_to_array(substr(path, 2), '/') END
$$;
