-- Copies an entry with everything below it. Adds `created` changes, parents first, or one `updated` for a
-- file over a file; beyond 100,000 changes a single barrier. An overwritten file keeps its node, so its other
-- names show the copy too, as after a PUT.
--
-- Parameters:
--   fs           id of the filesystem
--   from_path    normalised path of the entry
--   to_path      normalised path of its new place
--   overwrite    true: replace what is at to_path
--   parents      true: create missing parent directories
--   if_match     etags of If-Match, or NULL
--   source       origin of the change: 'api' or 'mount'
--   max_entries  the most entries of one copy; its tree is read no further
--
-- Result:
--   code       the refusal, or NULL; one of not_found, all of entry_pair and filesystem_grow,
--              too_many_entries, byte_quota_exceeded, entry_quota_exceeded, path_too_long, precondition_failed
--   cursor     cursor of the last change or of the barrier; the head if nothing changed
--   info       FileInfo of the copy
--
-- Locks: the filesystem's row FOR NO KEY UPDATE, before anything is checked.
-- See spec 5.16, 5.20, 6.1, 6.4.
CREATE OR REPLACE FUNCTION entry_copy(
  fs text,
  from_path text,
  to_path text,
  overwrite boolean,
  parents boolean,
  if_match text[],
  source text,
  max_entries bigint,
  OUT code text,
  OUT cursor bigint,
  OUT info jsonb
)
LANGUAGE plpgsql
SET enable_seqscan = off
SET enable_hashjoin = off
SET enable_mergejoin = off
SET jit = off
AS $$
DECLARE
  f filesystem;
  to_names text[] := entry_names(to_path);
  p record;
  entry node;
  old node;
  made int;
  home bigint;
  below bigint := 0;
  longest int := 0;
  bytes bigint := 0;
  added bigint := 0;
  updates boolean;
  freed record;
  after bigint;
BEGIN
  SELECT * INTO f FROM filesystem WHERE id = fs FOR NO KEY UPDATE;
  IF NOT FOUND THEN code := 'not_found'; RETURN; END IF;
  SELECT * INTO p FROM entry_pair(fs, f.root_id, from_path, to_path, overwrite, parents);
  code := p.code;
  IF code IS NOT NULL THEN RETURN; END IF;
  entry := p.entry;
  cursor := f.head;
  IF from_path = to_path THEN
    code := CASE WHEN entry_refused(entry.etag, if_match, NULL) THEN 'precondition_failed' END;
    info := entry_json(to_path, entry);
    RETURN;
  END IF;

  IF p.missing = 0 THEN old := p.target; END IF;
  made := greatest(p.missing - 1, 0);
  updates := coalesce(entry.type = 'file' AND old.type = 'file', false);
  IF entry.type = 'directory' THEN
    SELECT count(*), coalesce(max(octet_length(t.path)), 0), coalesce(sum(n.size) FILTER (WHERE n.type = 'file'), 0)
      INTO below, longest, bytes
      FROM (SELECT * FROM entry_tree(fs, entry.id) LIMIT max_entries) t,
        LATERAL (SELECT x.type, x.size FROM node x WHERE x.filesystem_id = fs AND x.id = t.node_id OFFSET 0) n;
  ELSIF entry.type = 'file' THEN
    bytes := entry.size;
  END IF;
  IF old.type = 'file' AND (updates OR old.nlink = 1) THEN bytes := bytes - old.size; END IF;
  IF NOT updates THEN added := made + below + 1 - CASE WHEN old.nlink = 1 THEN 1 ELSE 0 END; END IF;
  code := coalesce(CASE
    WHEN below >= max_entries THEN 'too_many_entries'
    WHEN octet_length(to_path) + longest > 4096 THEN 'path_too_long'
    WHEN bytes > 0 AND f.retained_bytes - f.trash_bytes + bytes > f.byte_quota THEN 'byte_quota_exceeded'
    WHEN added > 0 AND f.entries - f.trash_entries + added > f.entry_quota THEN 'entry_quota_exceeded'
    WHEN entry_refused(entry.etag, if_match, NULL) THEN 'precondition_failed' END,
    filesystem_grow(f, bytes, added));
  IF code IS NOT NULL THEN RETURN; END IF;

  IF updates THEN
    cursor := f.head + 1;
    UPDATE node n SET size = entry.size, etag = entry.etag, blob_hash = entry.blob_hash, mode = entry.mode,
        modified_at = date_trunc('milliseconds', clock_timestamp()), modified_ns = 0, modified_by = DEFAULT,
        changed_at = clock_timestamp()
      WHERE n.filesystem_id = fs AND n.id = old.id;
    IF old.blob_hash <> entry.blob_hash THEN
      PERFORM content_leave(fs, ARRAY[old.blob_hash], ARRAY[old.size], clock_timestamp());
    END IF;
    INSERT INTO change (filesystem_id, cursor, kind, path, origin) VALUES (fs, cursor, 'updated', to_path, source);
  ELSE
    IF made + below + 1 > 100000 THEN
      cursor := f.head + 1;
      INSERT INTO change (filesystem_id, cursor, kind, path, origin) VALUES (fs, cursor, 'barrier', to_path, source);
    ELSE
      after := f.head;
      cursor := f.head + made + below + 1;
    END IF;
    home := CASE p.missing WHEN 0 THEN p.target_parent ELSE (p.target).id END;
    IF p.missing = 0 THEN
      SELECT x.nodes, x.bytes INTO freed FROM entry_drop(fs, home, to_names[cardinality(to_names)], old.id) x;
      -- Its other names may have been in the trash, which has just made room.
      IF old.nlink > 1 THEN
        added := added - freed.nodes;
        bytes := bytes - freed.bytes;
      END IF;
    ELSIF made > 0 THEN
      home := (entry_make(fs, after, home, trim_array(to_names, 1), cardinality(to_names) - p.missing, source,
                          'directory', 493, NULL, NULL, NULL)).id;
    END IF;
    PERFORM entry_clone(fs, entry.id, home, to_names[cardinality(to_names)], to_path, after + made, source);
  END IF;
  PERFORM filesystem_advance(fs, cursor, added, bytes, 0, 0);
  info := entry_info(fs, to_path);
END;
$$;
