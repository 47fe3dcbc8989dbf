-- Copies, and moves by the same rules. As everything that changes a tree, each function first locks the filesystem's row
-- and returns a refusal as a code before anything is written.

-- Takes a name away and everything below it. A node goes with its last name; the rest keep it. Returns what was freed:
-- only files count as bytes, symbolic links have a size as well.
CREATE FUNCTION entry_drop(fs text, parent bigint, entry_name text, top bigint, OUT nodes bigint, OUT bytes bigint)
LANGUAGE plpgsql AS $$
DECLARE
  ids bigint[] := ARRAY(SELECT top UNION ALL SELECT t.node_id FROM entry_tree(fs, top) t);
  linked record;
BEGIN
  DELETE FROM dirent d WHERE d.filesystem_id = fs AND d.parent_id = parent AND d.name = entry_name;
  DELETE FROM dirent d WHERE d.filesystem_id = fs AND d.parent_id = ANY (ids);
  WITH gone AS (
    DELETE FROM node n WHERE n.filesystem_id = fs AND n.id = ANY (ids) AND n.nlink = 1 RETURNING n.type, n.size
  ) SELECT count(*), coalesce(sum(g.size) FILTER (WHERE g.type = 'file'), 0) INTO nodes, bytes FROM gone g;
  IF nodes = cardinality(ids) THEN RETURN; END IF;
  -- What is left has several names, so it is a file.
  FOR linked IN
    SELECT n.id, n.nlink, n.size, i.names FROM (SELECT u AS id, count(*) AS names FROM unnest(ids) u GROUP BY u) i,
      LATERAL (SELECT x.* FROM node x WHERE x.filesystem_id = fs AND x.id = i.id OFFSET 0) n
  LOOP
    IF linked.names < linked.nlink THEN
      UPDATE node n SET nlink = n.nlink - linked.names WHERE n.filesystem_id = fs AND n.id = linked.id;
    ELSE
      DELETE FROM node n WHERE n.filesystem_id = fs AND n.id = linked.id;
      nodes := nodes + 1;
      bytes := bytes + linked.size;
    END IF;
  END LOOP;
END $$;

-- What a move and a copy refuse alike, a missing path first. `entry` is what is at the one path, `target` the deepest
-- that exists on the way to the other, `missing` how many names are not there yet; parents are the directories naming them.
CREATE FUNCTION entry_pair(fs text, root bigint, from_path text, to_path text, overwrite boolean, parents boolean,
  OUT code text, OUT entry node, OUT entry_parent bigint, OUT target node, OUT target_parent bigint, OUT missing int)
LANGUAGE plpgsql STABLE AS $$
DECLARE
  from_names text[] := entry_names(from_path);
  to_names text[] := entry_names(to_path);
  s record;
  t record;
BEGIN
  SELECT * INTO s FROM entry_walk(fs, root, from_names);
  SELECT * INTO t FROM entry_walk(fs, root, to_names);
  entry := s.entry;
  entry_parent := s.parent_id;
  target := t.entry;
  target_parent := t.parent_id;
  missing := cardinality(to_names) - t.depth;
  code := CASE
    WHEN s.depth < cardinality(from_names) AND entry.type = 'directory' THEN 'path_not_found'
    WHEN from_path = '/' OR to_path = '/' THEN 'root_forbidden'
    WHEN s.depth < cardinality(from_names) THEN 'not_a_directory'
    WHEN from_path = to_path THEN NULL
    WHEN entry.type = 'directory' AND starts_with(to_path, from_path || '/') THEN 'invalid_move'
    WHEN missing = 0 AND NOT overwrite THEN 'already_exists'
    WHEN missing = 0 AND target.type = 'directory' AND entry.type <> 'directory' THEN 'is_directory'
    WHEN missing = 0 AND target.type <> 'directory' AND entry.type = 'directory' THEN 'not_a_directory'
    WHEN missing = 0 AND EXISTS (SELECT FROM dirent d WHERE d.filesystem_id = fs AND d.parent_id = target.id)
      THEN 'directory_not_empty'
    WHEN missing > 0 AND target.type <> 'directory' THEN 'not_a_directory'
    WHEN missing > 1 AND NOT parents THEN 'parent_not_found' END;
END $$;

-- Moves an entry by renaming one dirent: all `deleted`, children first, then all `created`, parents first; beyond
-- 100,000 events one barrier of both paths. Only a growing path needs the whole walk, to find the longest below it.
CREATE FUNCTION entry_move(fs text, from_path text, to_path text, overwrite boolean, parents boolean,
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
  code := CASE
    WHEN octet_length(to_path) + longest > 4096 THEN 'path_too_long'
    WHEN entry_refused(entry.etag, if_match, NULL) THEN 'precondition_failed' END;
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

-- Makes new nodes like `top` and all below it, named from `home` on; every name becomes a node of its own, contents are
-- shared. Writes `created` events after the cursor `after`, none if that is null. One walk gives the new ids.
CREATE FUNCTION entry_clone(fs text, top bigint, home bigint, top_name text, to_path text, after bigint, source text)
RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  stamp timestamptz := date_trunc('milliseconds', clock_timestamp());
BEGIN
  WITH RECURSIVE tree AS (
    SELECT top AS old_id, nextval('node_id') AS new_id, home AS parent_id, top_name COLLATE "C" AS name,
        to_path COLLATE "C" AS path, ''::bytea AS key
    UNION ALL
    SELECT d.node_id, nextval('node_id'), t.new_id, d.name, t.path || '/' || d.name,
        t.key || '\x00' || convert_to(d.name, 'UTF8')
      FROM tree t, LATERAL (
        SELECT c.node_id, c.name FROM dirent c WHERE c.filesystem_id = fs AND c.parent_id = t.old_id OFFSET 0) d
  ), nodes AS (
    INSERT INTO node (filesystem_id, id, type, mode, modified_at, etag, size, blob_hash, link_target)
      SELECT fs, t.new_id, n.type, n.mode, stamp, CASE n.type WHEN 'directory' THEN '"d-' || t.new_id || '"' ELSE n.etag END,
          n.size, n.blob_hash, n.link_target
        FROM tree t, LATERAL (SELECT x.* FROM node x WHERE x.filesystem_id = fs AND x.id = t.old_id OFFSET 0) n
  ), names AS (
    INSERT INTO dirent (filesystem_id, parent_id, name, node_id) SELECT fs, t.parent_id, t.name, t.new_id FROM tree t
  )
  INSERT INTO change (filesystem_id, cursor, kind, path, origin)
    SELECT fs, after + row_number() OVER (ORDER BY t.key), 'created', t.path, source FROM tree t WHERE after IS NOT NULL;
END $$;

-- Copies an entry with all below it: `created`, parents first, a file over a file one `updated`; beyond 100,000 events
-- one barrier. A file written over keeps its node, so that its other names show the copy too, as after a PUT.
CREATE FUNCTION entry_copy(fs text, from_path text, to_path text, overwrite boolean, parents boolean, if_match text[],
  source text, OUT code text, OUT cursor bigint, OUT info jsonb)
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
      FROM entry_tree(fs, entry.id) t,
        LATERAL (SELECT x.type, x.size FROM node x WHERE x.filesystem_id = fs AND x.id = t.node_id OFFSET 0) n;
  ELSIF entry.type = 'file' THEN
    bytes := entry.size;
  END IF;
  IF old.type = 'file' AND (updates OR old.nlink = 1) THEN bytes := bytes - old.size; END IF;
  IF NOT updates THEN added := made + below + 1 - CASE WHEN old.nlink = 1 THEN 1 ELSE 0 END; END IF;
  code := CASE
    WHEN octet_length(to_path) + longest > 4096 THEN 'path_too_long'
    WHEN bytes > 0 AND f.retained_bytes + bytes > f.byte_quota THEN 'byte_quota_exceeded'
    WHEN added > 0 AND f.entries + added > f.entry_quota THEN 'entry_quota_exceeded'
    WHEN entry_refused(entry.etag, if_match, NULL) THEN 'precondition_failed' END;
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
