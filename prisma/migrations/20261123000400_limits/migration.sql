-- Quotas of organisations, who created an organisation, and the most entries of one copy. Adds columns without rewriting
-- the tables; an organisation that exists has no quota (null) until the operator sets one.
ALTER TABLE organisation ADD COLUMN byte_quota bigint CHECK (byte_quota >= 0),
  ADD COLUMN entry_quota bigint CHECK (entry_quota >= 0), ADD COLUMN created_by text COLLATE "C";
CREATE INDEX organisation_created_by ON organisation (created_by);

-- How far a filesystem may grow before it must ask its organisation again; null while that has no quota. Under a quota
-- the larger of use and allowance, added up over all filesystems, never exceeds it (docs/decisions/0016-organisation-quotas.md).
ALTER TABLE filesystem ADD COLUMN byte_allowance bigint, ADD COLUMN entry_allowance bigint;

-- How large one filesystem may become under the quotas of its organisation: what the others leave. Null: unlimited.
CREATE FUNCTION organisation_room(org text, fs text, OUT bytes bigint, OUT entries bigint)
LANGUAGE sql STABLE AS $$
  SELECT o.byte_quota - (coalesce(sum(greatest(f.retained_bytes, f.byte_allowance)), 0))::bigint,
    o.entry_quota - (coalesce(sum(greatest(f.entries, f.entry_allowance)), 0))::bigint
  FROM organisation o LEFT JOIN filesystem f ON f.org_id = o.id AND f.id <> fs
  WHERE o.id = org GROUP BY o.id
$$;

-- Lets a filesystem, whose row the caller has locked, grow beyond its allowance: one filesystem of the organisation at a
-- time takes a block more, or half of what is left. Returns null, or the code of the refusal.
CREATE FUNCTION organisation_allow(f filesystem, more_bytes bigint, more_entries bigint) RETURNS text
LANGUAGE plpgsql SET enable_seqscan = off AS $$
DECLARE
  byte_block CONSTANT bigint := 64 * 1024 * 1024;
  entry_block CONSTANT bigint := 1000;
  new_bytes bigint := f.retained_bytes + more_bytes;
  new_entries bigint := f.entries + more_entries;
  room record;
BEGIN
  -- Not the organisation's row: others lock that first and a filesystem afterwards.
  PERFORM pg_advisory_xact_lock(hashtextextended('tidemark.quota ' || f.org_id, 0));
  SELECT * INTO room FROM organisation_room(f.org_id, f.id);
  IF (more_bytes > 0 AND new_bytes > room.bytes) OR (more_entries > 0 AND new_entries > room.entries) THEN
    -- Take back what the others do not use. One that is being written keeps it: waiting for it could be a deadlock.
    UPDATE filesystem x SET
      byte_allowance = CASE WHEN x.byte_allowance > x.retained_bytes THEN x.retained_bytes ELSE x.byte_allowance END,
      entry_allowance = CASE WHEN x.entry_allowance > x.entries THEN x.entries ELSE x.entry_allowance END
    WHERE x.id = ANY (ARRAY(SELECT o.id FROM filesystem o WHERE o.org_id = f.org_id AND o.id <> f.id
      AND (o.byte_allowance > o.retained_bytes OR o.entry_allowance > o.entries) FOR NO KEY UPDATE SKIP LOCKED));
    SELECT * INTO room FROM organisation_room(f.org_id, f.id);
  END IF;
  IF more_bytes > 0 AND new_bytes > room.bytes THEN RETURN 'organisation_byte_quota_exceeded'; END IF;
  IF more_entries > 0 AND new_entries > room.entries THEN RETURN 'organisation_entry_quota_exceeded'; END IF;
  UPDATE filesystem x SET
    byte_allowance = new_bytes + CASE WHEN room.bytes IS NOT NULL
      THEN greatest(0, least(byte_block, (room.bytes - new_bytes) / 2)) END,
    entry_allowance = new_entries + CASE WHEN room.entries IS NOT NULL
      THEN greatest(0, least(entry_block, (room.entries - new_entries) / 2)) END
  WHERE x.id = f.id;
  RETURN NULL;
END $$;

-- The same for every write that makes a filesystem grow. Within the allowance it reads nothing.
CREATE FUNCTION filesystem_grow(f filesystem, more_bytes bigint, more_entries bigint) RETURNS text
LANGUAGE sql AS $$
  SELECT CASE WHEN (more_bytes > 0 AND f.retained_bytes + more_bytes > f.byte_allowance)
      OR (more_entries > 0 AND f.entries + more_entries > f.entry_allowance)
    THEN organisation_allow(f, more_bytes, more_entries) END
$$;

-- Sets those quotas of an organisation that are given; null is unlimited. What its filesystems hold already stays. Returns
-- what holds now, or no row: there is no such organisation.
CREATE FUNCTION organisation_set_quota(org text, with_bytes boolean, new_bytes bigint, with_entries boolean, new_entries bigint)
RETURNS TABLE (byte_quota bigint, entry_quota bigint) LANGUAGE plpgsql AS $$
#variable_conflict use_column
BEGIN
  UPDATE organisation o SET byte_quota = CASE WHEN with_bytes THEN new_bytes ELSE o.byte_quota END,
    entry_quota = CASE WHEN with_entries THEN new_entries ELSE o.entry_quota END WHERE o.id = org;
  PERFORM FROM filesystem f WHERE f.org_id = org ORDER BY f.id FOR NO KEY UPDATE;
  UPDATE filesystem f SET byte_allowance = CASE WHEN o.byte_quota IS NOT NULL THEN f.retained_bytes END,
    entry_allowance = CASE WHEN o.entry_quota IS NOT NULL THEN f.entries END
    FROM organisation o WHERE o.id = org AND f.org_id = org;
  RETURN QUERY SELECT o.byte_quota, o.entry_quota FROM organisation o WHERE o.id = org;
END $$;

-- From here on the functions that make a tree grow, as they were but for asking the organisation last.

CREATE OR REPLACE FUNCTION entry_put(fs text, path text, parents boolean, new_mode int, new_etag text, new_size bigint,
  new_blob bytea, if_match text[], if_none_match text[], source text, credential text,
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
  IF (SELECT r.mode FROM credential_reach(credential, f.org_id, fs) r) IS DISTINCT FROM 'rw' THEN code := 'no_grant'; RETURN; END IF;

  SELECT * INTO w FROM entry_walk(fs, f.root_id, names);
  entry := w.entry;
  missing := cardinality(names) - w.depth;
  IF missing = 0 THEN old := entry; END IF;
  code := coalesce(CASE
    WHEN missing = 0 AND entry.type = 'directory' THEN 'is_directory'
    WHEN missing = 0 AND entry.type = 'symlink' THEN 'is_symlink'
    WHEN missing > 0 AND entry.type <> 'directory' THEN 'not_a_directory'
    WHEN missing > 1 AND NOT parents THEN 'parent_not_found'
    WHEN new_size > coalesce(old.size, 0) AND f.retained_bytes + new_size - coalesce(old.size, 0) > f.byte_quota
      THEN 'byte_quota_exceeded'
    WHEN missing > 0 AND f.entries + missing > f.entry_quota THEN 'entry_quota_exceeded'
    WHEN entry_refused(old.etag, if_match, if_none_match) THEN 'precondition_failed' END,
    filesystem_grow(f, new_size - coalesce(old.size, 0), missing));
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

CREATE OR REPLACE FUNCTION entry_mkdir(fs text, path text, parents boolean, new_mode int, source text,
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
  code := coalesce(CASE
    WHEN missing = 0 THEN 'already_exists'
    WHEN entry.type <> 'directory' THEN 'not_a_directory'
    WHEN missing > 1 AND NOT parents THEN 'parent_not_found'
    WHEN f.entries + missing > f.entry_quota THEN 'entry_quota_exceeded' END,
    filesystem_grow(f, 0, missing));
  IF code IS NOT NULL THEN RETURN; END IF;

  entry := entry_make(fs, f.head, entry.id, names, w.depth, source, 'directory', new_mode, NULL, NULL, NULL);
  cursor := f.head + missing;
  UPDATE filesystem x SET head = cursor, dirty = true, entries = x.entries + missing WHERE x.id = fs;
  info := entry_json(path, entry);
END $$;

CREATE OR REPLACE FUNCTION entry_symlink(fs text, target text, path text, new_etag text, source text,
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
    CASE WHEN f.entries + 1 > f.entry_quota THEN 'entry_quota_exceeded' END, filesystem_grow(f, 0, 1));
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

CREATE OR REPLACE FUNCTION entry_move(fs text, from_path text, to_path text, overwrite boolean, parents boolean,
  if_match text[], source text, OUT code text, OUT cursor bigint, OUT info jsonb)
LANGUAGE plpgsql SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off SET jit = off AS $$
DECLARE
  f filesystem;
  from_names text[] := entry_names(from_path);
  to_names text[] := entry_names(to_path);
  p record;
  entry node;
  made int;
  home bigint;
  below bigint := 0;
  longest int := 0;
  made_after bigint;
  freed_nodes bigint := 0;
  freed_bytes bigint := 0;
BEGIN
  SELECT * INTO f FROM filesystem WHERE id = fs FOR NO KEY UPDATE;
  IF NOT FOUND THEN code := 'not_found'; RETURN; END IF;
  SELECT * INTO p FROM entry_pair(fs, f.root_id, from_path, to_path, overwrite, parents);
  entry := p.entry;
  made := greatest(p.missing - 1, 0);
  code := CASE
    WHEN p.code IS NOT NULL THEN p.code
    WHEN made > 0 AND f.entries + made > f.entry_quota THEN 'entry_quota_exceeded'
    WHEN from_path = to_path AND entry_refused(entry.etag, if_match, NULL) THEN 'precondition_failed' END;
  IF code IS NOT NULL THEN RETURN; END IF;
  cursor := f.head;
  info := entry_json(to_path, entry);
  IF from_path = to_path THEN RETURN; END IF;

  IF entry.type = 'directory' AND octet_length(to_path) > octet_length(from_path) THEN
    SELECT count(*), coalesce(max(octet_length(x.path)), 0) INTO below, longest FROM entry_tree(fs, entry.id) x;
  ELSIF entry.type = 'directory' THEN
    SELECT count(*) INTO below FROM (SELECT FROM entry_tree(fs, entry.id) LIMIT 50000) x;
  END IF;
  code := coalesce(CASE
    WHEN octet_length(to_path) + longest > 4096 THEN 'path_too_long'
    WHEN entry_refused(entry.etag, if_match, NULL) THEN 'precondition_failed' END, filesystem_grow(f, 0, made));
  IF code IS NOT NULL THEN RETURN; END IF;

  IF 2 * (below + 1) + made > 100000 THEN
    cursor := f.head + 1;
    INSERT INTO change (filesystem_id, cursor, kind, path, path2, origin)
      VALUES (fs, cursor, 'barrier', from_path, to_path, source);
  ELSE
    made_after := f.head + below + 1;
    cursor := made_after + made + below + 1;
    WITH tree AS MATERIALIZED (
      SELECT 0 AS n, '' AS path
      UNION ALL SELECT row_number() OVER (ORDER BY x.key), x.path FROM entry_tree(fs, entry.id) x WHERE below > 0)
    INSERT INTO change (filesystem_id, cursor, kind, path, origin)
      SELECT fs, made_after - x.n, 'deleted', from_path || x.path, source FROM tree x
      UNION ALL SELECT fs, cursor - below + x.n, 'created', to_path || x.path, source FROM tree x;
  END IF;
  home := CASE p.missing WHEN 0 THEN p.target_parent ELSE (p.target).id END;
  IF p.missing = 0 THEN
    SELECT x.nodes, x.bytes INTO freed_nodes, freed_bytes
      FROM entry_drop(fs, home, to_names[cardinality(to_names)], (p.target).id) x;
  ELSIF made > 0 THEN
    home := (entry_make(fs, made_after, home, trim_array(to_names, 1), cardinality(to_names) - p.missing, source,
                        'directory', 493, NULL, NULL, NULL)).id;
  END IF;
  UPDATE dirent d SET parent_id = home, name = to_names[cardinality(to_names)]
    WHERE d.filesystem_id = fs AND d.parent_id = p.entry_parent AND d.name = from_names[cardinality(from_names)];
  UPDATE filesystem x SET head = cursor, dirty = true, entries = x.entries + made - freed_nodes,
    retained_bytes = x.retained_bytes - freed_bytes WHERE x.id = fs;
END $$;

-- A copy of more than `max_entries` entries is refused; its tree is read no further than that.
DROP FUNCTION entry_copy(text, text, text, boolean, boolean, text[], text);
CREATE FUNCTION entry_copy(fs text, from_path text, to_path text, overwrite boolean, parents boolean, if_match text[],
  source text, max_entries bigint, OUT code text, OUT cursor bigint, OUT info jsonb)
LANGUAGE plpgsql SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off SET jit = off AS $$
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
    WHEN bytes > 0 AND f.retained_bytes + bytes > f.byte_quota THEN 'byte_quota_exceeded'
    WHEN added > 0 AND f.entries + added > f.entry_quota THEN 'entry_quota_exceeded'
    WHEN entry_refused(entry.etag, if_match, NULL) THEN 'precondition_failed' END, filesystem_grow(f, bytes, added));
  IF code IS NOT NULL THEN RETURN; END IF;

  IF updates THEN
    cursor := f.head + 1;
    UPDATE node n SET size = entry.size, etag = entry.etag, blob_hash = entry.blob_hash, mode = entry.mode,
        modified_at = date_trunc('milliseconds', clock_timestamp())
      WHERE n.filesystem_id = fs AND n.id = old.id;
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
      PERFORM entry_drop(fs, home, to_names[cardinality(to_names)], old.id);
    ELSIF made > 0 THEN
      home := (entry_make(fs, after, home, trim_array(to_names, 1), cardinality(to_names) - p.missing, source,
                          'directory', 493, NULL, NULL, NULL)).id;
    END IF;
    PERFORM entry_clone(fs, entry.id, home, to_names[cardinality(to_names)], to_path, after + made, source);
  END IF;
  UPDATE filesystem x SET head = cursor, dirty = true, entries = x.entries + added,
    retained_bytes = x.retained_bytes + bytes WHERE x.id = fs;
  info := entry_info(fs, to_path);
END $$;
