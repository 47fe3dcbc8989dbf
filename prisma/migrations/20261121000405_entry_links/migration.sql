-- Hard links, symbolic links, chmod and touch: under the filesystem's lock, refusals as codes, as all of the tree.

-- Why no new name can be made at a path, or null: `at` is the deepest entry on the way, `missing` the names below it.
CREATE FUNCTION entry_taken(at node, missing int) RETURNS text
LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE
    WHEN missing = 0 THEN 'already_exists'
    WHEN (at).type <> 'directory' THEN 'not_a_directory'
    WHEN missing > 1 THEN 'parent_not_found' END
$$;

-- Gives a file one more name. It costs no quota, which is charged once a node.
CREATE FUNCTION entry_link(fs text, target text, path text, source text, OUT code text, OUT cursor bigint, OUT info jsonb)
LANGUAGE plpgsql SET enable_seqscan = off AS $$
DECLARE
  f filesystem;
  names text[] := entry_names(path);
  t record;
  w record;
  entry node;
BEGIN
  SELECT * INTO f FROM filesystem WHERE id = fs FOR NO KEY UPDATE;
  IF NOT FOUND THEN code := 'not_found'; RETURN; END IF;
  SELECT * INTO t FROM entry_find(fs, target);
  SELECT * INTO w FROM entry_walk(fs, f.root_id, names);
  entry := t.entry;
  code := CASE
    WHEN t.code IS NOT NULL THEN t.code
    WHEN entry.type = 'directory' THEN 'is_directory'
    WHEN entry.type = 'symlink' THEN 'is_symlink'
    ELSE entry_taken(w.entry, cardinality(names) - w.depth) END;
  IF code IS NOT NULL THEN RETURN; END IF;

  cursor := f.head + 1;
  UPDATE node n SET nlink = n.nlink + 1 WHERE n.filesystem_id = fs AND n.id = entry.id;
  INSERT INTO dirent (filesystem_id, parent_id, name, node_id)
    VALUES (fs, (w.entry).id, names[cardinality(names)], entry.id);
  INSERT INTO change (filesystem_id, cursor, kind, path, origin) VALUES (fs, cursor, 'created', path, source);
  UPDATE filesystem x SET head = cursor, dirty = true WHERE x.id = fs;
  info := entry_json(path, entry);
END $$;

-- Makes a symbolic link. Its target is any text: it is kept and never followed.
CREATE FUNCTION entry_symlink(fs text, target text, path text, new_etag text, source text,
  OUT code text, OUT cursor bigint, OUT info jsonb)
LANGUAGE plpgsql SET enable_seqscan = off AS $$
DECLARE
  f filesystem;
  names text[] := entry_names(path);
  w record;
  entry node;
BEGIN
  SELECT * INTO f FROM filesystem WHERE id = fs FOR NO KEY UPDATE;
  IF NOT FOUND THEN code := 'not_found'; RETURN; END IF;
  SELECT * INTO w FROM entry_walk(fs, f.root_id, names);
  code := coalesce(entry_taken(w.entry, cardinality(names) - w.depth),
    CASE WHEN f.entries + 1 > f.entry_quota THEN 'entry_quota_exceeded' END);
  IF code IS NOT NULL THEN RETURN; END IF;

  cursor := f.head + 1;
  INSERT INTO node (filesystem_id, type, mode, modified_at, etag, size, link_target)
    VALUES (fs, 'symlink', 511, date_trunc('milliseconds', clock_timestamp()), new_etag, octet_length(target), target)
    RETURNING * INTO entry;
  INSERT INTO dirent (filesystem_id, parent_id, name, node_id)
    VALUES (fs, (w.entry).id, names[cardinality(names)], entry.id);
  INSERT INTO change (filesystem_id, cursor, kind, path, origin) VALUES (fs, cursor, 'created', path, source);
  UPDATE filesystem x SET head = cursor, dirty = true, entries = x.entries + 1 WHERE x.id = fs;
  info := entry_json(path, entry);
END $$;

-- chmod and touch: what is null stays as it is. A symbolic link is changed itself.
CREATE FUNCTION entry_patch(fs text, path text, new_mode int, new_time timestamptz, if_match text[], source text,
  OUT code text, OUT cursor bigint, OUT info jsonb)
LANGUAGE plpgsql SET enable_seqscan = off AS $$
DECLARE
  f filesystem;
  t record;
  entry node;
BEGIN
  SELECT * INTO f FROM filesystem WHERE id = fs FOR NO KEY UPDATE;
  IF NOT FOUND THEN code := 'not_found'; RETURN; END IF;
  SELECT * INTO t FROM entry_find(fs, path);
  entry := t.entry;
  code := CASE
    WHEN t.code IS NOT NULL THEN t.code
    WHEN entry_refused(entry.etag, if_match, NULL) THEN 'precondition_failed' END;
  IF code IS NOT NULL THEN RETURN; END IF;

  cursor := f.head + 1;
  UPDATE node n SET mode = coalesce(new_mode, n.mode), modified_at = coalesce(new_time, n.modified_at)
    WHERE n.filesystem_id = fs AND n.id = entry.id RETURNING n.* INTO entry;
  INSERT INTO change (filesystem_id, cursor, kind, path, origin) VALUES (fs, cursor, 'updated', path, source);
  UPDATE filesystem x SET head = cursor, dirty = true WHERE x.id = fs;
  info := entry_json(path, entry);
END $$;
