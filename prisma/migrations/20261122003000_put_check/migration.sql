-- Tells whether an upload would be refused, before its content is taken in. Adds one function; no locks.

-- Refuses what entry_put refuses, for the same reasons in the same order, but takes no lock: the commit decides. A size
-- that is not known yet is 0. `byte_room` is the largest content the path may get and `entry_room` how many entries
-- may be added (null: no quota), `entries` how many this upload adds.
CREATE FUNCTION entry_put_check(fs text, path text, parents boolean, new_size bigint, if_match text[],
  if_none_match text[], credential text,
  OUT code text, OUT byte_room bigint, OUT entry_room bigint, OUT entries int)
LANGUAGE plpgsql STABLE SET enable_seqscan = off AS $$
DECLARE
  f filesystem;
  names text[] := entry_names(path);
  w record;
  old node;
  entry node;
BEGIN
  SELECT * INTO f FROM filesystem WHERE id = fs;
  IF NOT FOUND THEN code := 'not_found'; RETURN; END IF;
  IF (SELECT r.mode FROM credential_reach(credential, f.org_id, fs) r) IS DISTINCT FROM 'rw' THEN code := 'no_grant'; RETURN; END IF;

  SELECT * INTO w FROM entry_walk(fs, f.root_id, names);
  entry := w.entry;
  entries := cardinality(names) - w.depth;
  IF entries = 0 THEN old := entry; END IF;
  IF f.byte_quota IS NOT NULL THEN
    byte_room := greatest(f.byte_quota - f.retained_bytes, 0) + coalesce(old.size, 0);
  END IF;
  entry_room := f.entry_quota - f.entries;
  code := CASE
    WHEN entries = 0 AND entry.type = 'directory' THEN 'is_directory'
    WHEN entries = 0 AND entry.type = 'symlink' THEN 'is_symlink'
    WHEN entries > 0 AND entry.type <> 'directory' THEN 'not_a_directory'
    WHEN entries > 1 AND NOT parents THEN 'parent_not_found'
    WHEN new_size > byte_room THEN 'byte_quota_exceeded'
    WHEN entries > 0 AND entries > entry_room THEN 'entry_quota_exceeded'
    WHEN entry_refused(old.etag, if_match, if_none_match) THEN 'precondition_failed' END;
END $$;
