-- Whether a change concerns a prefix. A barrier stands for unknown changes anywhere in its subtrees, so it
-- also concerns the prefixes below its paths. A marker concerns no prefix.
--
-- Parameters:
--   kind    kind of the change
--   path    its path; NULL for a marker
--   path2   second path of a barrier, or NULL
--   prefix  path_prefix of a webhook or a reader
--
-- Result: true if it does.
-- Locks: none.
-- See spec 6.4.
CREATE OR REPLACE FUNCTION change_touches(
  kind text,
  path text,
  path2 text,
  prefix text
)
RETURNS boolean
LANGUAGE sql
IMMUTABLE
PARALLEL SAFE
AS $$
  SELECT CASE kind
    WHEN 'marker' THEN false
    WHEN 'barrier' THEN path_under(path, prefix) OR path_under(prefix, path)
      OR (path2 IS NOT NULL AND (path_under(path2, prefix) OR path_under(prefix, path2)))
    ELSE path_under(path, prefix) END
$$;
