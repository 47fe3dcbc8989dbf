-- What entry_upload_check finds, but for the refusal of a larger content.
-- Deprecated: use entry_upload_check.
--
-- Parameters:
--   fs             id of the filesystem
--   path           normalised absolute path
--   parents        true: missing parent directories will be created
--   new_size       size of the new content in bytes; 0 while it is not known
--   if_match       etags of If-Match, or NULL
--   if_none_match  etags of If-None-Match, or NULL
--   credential     id of the API key, session, login or mount session that uploads
--
-- Result:
--   code           the refusal, or NULL
--   byte_room      the largest content the path may get; NULL: no quota
--   entry_room     how many entries may be added; NULL: no quota
--   entries        how many entries this upload adds
--
-- Locks: none.
-- See spec 5.9.
CREATE OR REPLACE FUNCTION entry_put_check(
  fs text,
  path text,
  parents boolean,
  new_size bigint,
  if_match text[],
  if_none_match text[],
  credential text,
  OUT code text,
  OUT byte_room bigint,
  OUT entry_room bigint,
  OUT entries int
)
LANGUAGE sql
STABLE
AS $$
  SELECT c.code, c.byte_room, c.entry_room, c.entries
  FROM entry_upload_check(fs, path, parents, new_size, if_match, if_none_match, credential) c
$$;
