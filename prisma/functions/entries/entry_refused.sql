-- Whether If-Match or If-None-Match forbids an operation. Either list may contain '*', which matches whatever
-- exists.
--
-- Parameters:
--   current        etag of what exists, or NULL
--   if_match       etags of If-Match, or NULL
--   if_none_match  etags of If-None-Match, or NULL
--
-- Result: true if the operation must be refused with precondition_failed.
-- Locks: none.
-- See spec 5.4.
CREATE OR REPLACE FUNCTION entry_refused(
  current text,
  if_match text[],
  if_none_match text[]
)
RETURNS boolean
LANGUAGE sql
IMMUTABLE
AS $$
  SELECT if_match IS NOT NULL AND (current IS NULL OR NOT (current = ANY (if_match) OR '*' = ANY (if_match)))
    OR if_none_match IS NOT NULL AND current IS NOT NULL
      AND (current = ANY (if_none_match) OR '*' = ANY (if_none_match))
$$;
