-- Whether a path equals a prefix or lies below it. Compares by segment: /a-b is not below /a.
--
-- Parameters:
--   path    normalised path
--   prefix  path_prefix of a webhook or a reader
--
-- Result: true if it does.
-- Locks: none.
-- See spec 5.7.
CREATE OR REPLACE FUNCTION path_under(
  path text,
  prefix text
)
RETURNS boolean
LANGUAGE sql
IMMUTABLE
PARALLEL SAFE
AS $$
  SELECT prefix = '/' OR path = prefix OR starts_with(path, prefix || '/')
$$;
