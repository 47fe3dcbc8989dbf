-- entry_write for a credential, unless its access has ended.
-- Deprecated: use entries_apply.
--
-- Parameters:
--   fs             id of the filesystem
--   path           normalised absolute path
--   parents        true: create missing parent directories
--   new_mode       mode bits; NULL: keep the old ones, 0644 for a new file
--   new_etag       etag of the new content
--   new_size       size of the new content in bytes
--   new_blob       SHA-256 of the new content
--   if_match       etags of If-Match, or NULL
--   if_none_match  etags of If-None-Match, or NULL
--   source         origin of the change: 'api' or 'mount'
--   credential     id of the API key, session, login or mount session that uploads
--
-- Result:
--   code           the refusal, or NULL; one of no_grant, those of entry_write
--   cursor         cursor of the last change
--   created        true if the file is new
--   info           FileInfo of the file
--
-- Locks: those of entry_write.
-- See spec 5.9, 5.20.
CREATE OR REPLACE FUNCTION entry_put(
  fs text,
  path text,
  parents boolean,
  new_mode int,
  new_etag text,
  new_size bigint,
  new_blob bytea,
  if_match text[],
  if_none_match text[],
  source text,
  credential text,
  OUT code text,
  OUT cursor bigint,
  OUT created boolean,
  OUT info jsonb
)
LANGUAGE plpgsql
AS $$
BEGIN
  SELECT w.* INTO code, cursor, created, info
  FROM filesystem f
    CROSS JOIN LATERAL credential_reach(credential, f.org_id, fs) r
    CROSS JOIN LATERAL entry_write(fs, path, parents, new_mode, new_etag, new_size, new_blob, if_match, if_none_match,
      source) w
  WHERE f.id = fs AND r.mode = 'rw';
  IF NOT FOUND THEN code := 'no_grant'; END IF;
END;
$$;
