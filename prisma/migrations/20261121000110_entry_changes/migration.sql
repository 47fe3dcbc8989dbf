-- The functions that change the tree of a filesystem. Each first locks the filesystem's row, and everything it checks is
-- read after that: so cursors are given in commit order and of two writers with one If-Match only one wins. Expected
-- refusals are returned as a code of the API before anything is written, never raised.

-- Whether If-Match or If-None-Match forbids the operation; `current` is null where nothing exists.
CREATE FUNCTION entry_refused(current text, if_match text[], if_none_match text[]) RETURNS boolean
LANGUAGE sql IMMUTABLE AS $$
  SELECT if_match IS NOT NULL AND (current IS NULL OR NOT (current = ANY (if_match) OR '*' = ANY (if_match)))
    OR if_none_match IS NOT NULL AND current IS NOT NULL AND (current = ANY (if_none_match) OR '*' = ANY (if_none_match))
$$;

-- Makes every name after the first `depth` ones, directories but for the last, which is of the given type. Writes their
-- `created` events after the cursor `head`, none if that is null. Returns the last one made.
CREATE FUNCTION entry_make(fs text, head bigint, at bigint, names text[], depth int, source text,
  leaf_type text, leaf_mode int, leaf_etag text, leaf_size bigint, leaf_blob bytea) RETURNS node
LANGUAGE plpgsql AS $$
DECLARE
  stamp timestamptz := date_trunc('milliseconds', clock_timestamp());
  made node;
  made_id bigint;
BEGIN
  FOR i IN depth + 1 .. cardinality(names) LOOP
    made_id := nextval('node_id');
    IF i < cardinality(names) OR leaf_type = 'directory' THEN
      INSERT INTO node (filesystem_id, id, type, mode, modified_at, etag)
        VALUES (fs, made_id, 'directory', CASE WHEN i = cardinality(names) THEN leaf_mode ELSE 493 END, stamp,
                '"d-' || made_id || '"') RETURNING * INTO made;
    ELSE
      INSERT INTO node (filesystem_id, id, type, mode, modified_at, etag, size, blob_hash)
        VALUES (fs, made_id, leaf_type, leaf_mode, stamp, leaf_etag, leaf_size, leaf_blob) RETURNING * INTO made;
    END IF;
    INSERT INTO dirent (filesystem_id, parent_id, name, node_id) VALUES (fs, at, names[i], made_id);
    IF head IS NOT NULL THEN
      INSERT INTO change (filesystem_id, cursor, kind, path, origin)
        VALUES (fs, head + i - depth, 'created', '/' || array_to_string(names[:i], '/'), source);
    END IF;
    at := made_id;
  END LOOP;
  RETURN made;
END $$;

-- Commits an upload: creates the file or replaces its content. An absent mode keeps the old one, else means 0644.
-- The key is looked at again, because access may have ended during a slow upload.
CREATE FUNCTION entry_put(fs text, path text, parents boolean, new_mode int, new_etag text, new_size bigint,
  new_blob bytea, if_match text[], if_none_match text[], source text, key_id text,
  OUT code text, OUT cursor bigint, OUT created boolean, OUT info jsonb)
LANGUAGE plpgsql SET enable_seqscan = off AS $$
DECLARE
  f filesystem;
  names text[] := entry_names(path);
  missing int;
  w record;
  old node;
  entry node;
BEGIN
  SELECT * INTO f FROM filesystem WHERE id = fs FOR NO KEY UPDATE;
  IF NOT FOUND THEN code := 'not_found'; RETURN; END IF;
  PERFORM 1 FROM filesystem_grant g JOIN api_key k ON k.id = g.api_key_id
    WHERE g.api_key_id = key_id AND g.filesystem_id = fs AND g.mode = 'rw' AND k.revoked_at IS NULL
      AND (k.expires_at IS NULL OR k.expires_at > clock_timestamp());
  IF NOT FOUND THEN code := 'no_grant'; RETURN; END IF;

  SELECT * INTO w FROM entry_walk(fs, f.root_id, names);
  entry := w.entry;
  missing := cardinality(names) - w.depth;
  IF missing = 0 THEN old := entry; END IF;
  code := CASE
    WHEN missing = 0 AND entry.type = 'directory' THEN 'is_directory'
    WHEN missing = 0 AND entry.type = 'symlink' THEN 'is_symlink'
    WHEN missing > 0 AND entry.type <> 'directory' THEN 'not_a_directory'
    WHEN missing > 1 AND NOT parents THEN 'parent_not_found'
    WHEN new_size > coalesce(old.size, 0) AND f.retained_bytes + new_size - coalesce(old.size, 0) > f.byte_quota
      THEN 'byte_quota_exceeded'
    WHEN missing > 0 AND f.entries + missing > f.entry_quota THEN 'entry_quota_exceeded'
    WHEN entry_refused(old.etag, if_match, if_none_match) THEN 'precondition_failed' END;
  IF code IS NOT NULL THEN RETURN; END IF;

  created := missing > 0;
  IF created THEN
    entry := entry_make(fs, f.head, entry.id, names, w.depth, source, 'file', coalesce(new_mode, 420), new_etag, new_size,
                        new_blob);
  ELSE
    UPDATE node n SET size = new_size, etag = new_etag, blob_hash = new_blob, mode = coalesce(new_mode, n.mode),
        modified_at = date_trunc('milliseconds', clock_timestamp())
      WHERE n.filesystem_id = fs AND n.id = old.id RETURNING n.* INTO entry;
    INSERT INTO change (filesystem_id, cursor, kind, path, origin) VALUES (fs, f.head + 1, 'updated', path, source);
  END IF;
  cursor := f.head + greatest(missing, 1);
  UPDATE filesystem x SET head = cursor, dirty = true, entries = x.entries + missing,
    retained_bytes = x.retained_bytes + new_size - coalesce(old.size, 0) WHERE x.id = fs;
  info := entry_json(path, entry);
END $$;

CREATE FUNCTION entry_mkdir(fs text, path text, parents boolean, new_mode int, source text,
  OUT code text, OUT cursor bigint, OUT info jsonb)
LANGUAGE plpgsql SET enable_seqscan = off AS $$
DECLARE
  f filesystem;
  names text[] := entry_names(path);
  missing int;
  w record;
  entry node;
BEGIN
  SELECT * INTO f FROM filesystem WHERE id = fs FOR NO KEY UPDATE;
  IF NOT FOUND THEN code := 'not_found'; RETURN; END IF;
  SELECT * INTO w FROM entry_walk(fs, f.root_id, names);
  entry := w.entry;
  missing := cardinality(names) - w.depth;
  code := CASE
    WHEN missing = 0 THEN 'already_exists'
    WHEN entry.type <> 'directory' THEN 'not_a_directory'
    WHEN missing > 1 AND NOT parents THEN 'parent_not_found'
    WHEN f.entries + missing > f.entry_quota THEN 'entry_quota_exceeded' END;
  IF code IS NOT NULL THEN RETURN; END IF;

  entry := entry_make(fs, f.head, entry.id, names, w.depth, source, 'directory', new_mode, NULL, NULL, NULL);
  cursor := f.head + missing;
  UPDATE filesystem x SET head = cursor, dirty = true, entries = x.entries + missing WHERE x.id = fs;
  info := entry_json(path, entry);
END $$;

-- Deletes an entry and all below it, with one event each, children first; beyond 100,000 events with one barrier.
CREATE FUNCTION entry_delete(fs text, path text, recursive boolean, if_match text[], source text,
  OUT code text, OUT cursor bigint)
LANGUAGE plpgsql SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off SET jit = off AS $$
DECLARE
  f filesystem;
  names text[] := entry_names(path);
  below bigint := 0;
  w record;
  entry node;
  freed record;
BEGIN
  SELECT * INTO f FROM filesystem WHERE id = fs FOR NO KEY UPDATE;
  IF NOT FOUND THEN code := 'not_found'; RETURN; END IF;
  SELECT * INTO w FROM entry_walk(fs, f.root_id, names);
  entry := w.entry;
  IF entry.type = 'directory' AND w.depth = cardinality(names) THEN
    SELECT count(*) INTO below
      FROM (SELECT FROM entry_tree(fs, entry.id) LIMIT CASE WHEN recursive THEN 100000 ELSE 1 END) t;
  END IF;
  code := CASE
    WHEN path = '/' THEN 'root_forbidden'
    WHEN w.depth < cardinality(names) AND entry.type = 'directory' THEN 'path_not_found'
    WHEN w.depth < cardinality(names) THEN 'not_a_directory'
    WHEN below > 0 AND NOT recursive THEN 'directory_not_empty'
    WHEN entry_refused(entry.etag, if_match, NULL) THEN 'precondition_failed' END;
  IF code IS NOT NULL THEN RETURN; END IF;

  IF below + 1 > 100000 THEN
    cursor := f.head + 1;
    INSERT INTO change (filesystem_id, cursor, kind, path, origin) VALUES (fs, cursor, 'barrier', path, source);
  ELSE
    cursor := f.head + below + 1;
    INSERT INTO change (filesystem_id, cursor, kind, path, origin)
      SELECT fs, cursor - row_number() OVER (ORDER BY t.key), 'deleted', entry_delete.path || t.path, source
        FROM entry_tree(fs, entry.id) t WHERE below > 0
      UNION ALL SELECT fs, cursor, 'deleted', entry_delete.path, source;
  END IF;
  SELECT * INTO freed FROM entry_drop(fs, w.parent_id, names[cardinality(names)], entry.id);
  UPDATE filesystem x SET head = cursor, dirty = true, entries = x.entries - freed.nodes,
    retained_bytes = x.retained_bytes - freed.bytes WHERE x.id = fs;
END $$;
