-- Refuses what the commit of an upload would refuse, for the same reasons in the same order, before the content
-- is received. Takes no lock: the commit decides. What the trash holds counts as room, in the whole organisation too.
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
--   code           the refusal, or NULL; no_grant, and those of entry_write
--   byte_room      the largest content the path may get; NULL: no quota
--   byte_code      the refusal of a larger one
--   entry_room     how many entries may be added; NULL: no quota
--   entries        how many entries this upload adds
--
-- Locks: none.
-- See spec 5.9.
CREATE OR REPLACE FUNCTION entry_upload_check(
  fs text,
  path text,
  parents boolean,
  new_size bigint,
  if_match text[],
  if_none_match text[],
  credential text,
  OUT code text,
  OUT byte_room bigint,
  OUT byte_code text,
  OUT entry_room bigint,
  OUT entries int
)
LANGUAGE plpgsql
STABLE
SET enable_seqscan = off
AS $$
DECLARE
  f filesystem;
  names text[] := entry_names(path);
  w record;
  old node;
  entry node;
  org_bytes bigint;
  org_entries bigint;
BEGIN
  SELECT * INTO f FROM filesystem WHERE id = fs;
  IF NOT FOUND THEN code := 'not_found'; RETURN; END IF;
  IF (SELECT r.mode FROM credential_reach(credential, f.org_id, fs) r) IS DISTINCT FROM 'rw' THEN
    code := 'no_grant';
    RETURN;
  END IF;

  SELECT * INTO w FROM entry_walk(fs, f.root_id, names);
  entry := w.entry;
  entries := cardinality(names) - w.depth;
  IF entries = 0 THEN old := entry; END IF;
  IF f.byte_quota IS NOT NULL THEN
    byte_room := greatest(f.byte_quota - f.retained_bytes + f.trash_bytes, 0) + coalesce(old.size, 0);
  END IF;
  entry_room := f.entry_quota - f.entries + f.trash_entries;
  -- As for the commit, the organisation's quotas count beyond the allowance only. A size that is not known may be.
  IF (f.byte_allowance IS NOT NULL OR f.entry_allowance IS NOT NULL) AND (new_size = 0
    OR f.retained_bytes + new_size - coalesce(old.size, 0) > f.byte_allowance
    OR f.entries + entries > f.entry_allowance)
  THEN
    SELECT CASE WHEN o.byte_quota IS NOT NULL THEN
        greatest(o.byte_quota - sum(x.retained_bytes) + sum(x.trash_bytes), 0)::bigint + coalesce(old.size, 0) END,
      (o.entry_quota - sum(x.entries) + sum(x.trash_entries))::bigint
    INTO org_bytes, org_entries
    FROM organisation o JOIN filesystem x ON x.org_id = o.id WHERE o.id = f.org_id GROUP BY o.id;
  END IF;
  code := CASE
    WHEN entries = 0 AND entry.type = 'directory' THEN 'is_directory'
    WHEN entries = 0 AND entry.type = 'symlink' THEN 'is_symlink'
    WHEN entries = 0 AND entry.type = 'special' THEN 'is_special'
    WHEN entries > 0 AND entry.type <> 'directory' THEN 'not_a_directory'
    WHEN entries > 1 AND NOT parents THEN 'parent_not_found'
    WHEN new_size > byte_room THEN 'byte_quota_exceeded'
    WHEN entries > 0 AND entries > entry_room THEN 'entry_quota_exceeded'
    WHEN new_size > org_bytes THEN 'organisation_byte_quota_exceeded'
    WHEN entries > 0 AND entries > org_entries THEN 'organisation_entry_quota_exceeded'
    WHEN entry_refused(old.etag, if_match, if_none_match) THEN 'precondition_failed' END;
  byte_code := CASE WHEN org_bytes < coalesce(byte_room, org_bytes + 1) THEN 'organisation_' ELSE '' END
    || 'byte_quota_exceeded';
  byte_room := least(byte_room, org_bytes);
  entry_room := least(entry_room, org_entries);
END;
$$;
