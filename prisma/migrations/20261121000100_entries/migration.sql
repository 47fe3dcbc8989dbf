-- The functions that read the tree of a filesystem. Paths arrive in their one spelling (lib/contract/path.ts).
-- Sessions cache plans, also one made while the tables were small: SET and LATERAL … OFFSET 0 hold every look to the
-- primary keys, so that it cannot become a scan once they have grown (a join here once took 600 ms instead of 7).

-- The entry at a path, or null. Only directories have dirents, so the way down needs no look at the nodes in it.
CREATE FUNCTION entry_at(fs text, path text) RETURNS node
LANGUAGE plpgsql STABLE SET enable_seqscan = off AS $$
DECLARE
  at bigint;
  segment text;
  result node;
BEGIN
  SELECT f.root_id INTO at FROM filesystem f WHERE f.id = fs;
  IF path <> '/' THEN
    FOREACH segment IN ARRAY string_to_array(substr(path, 2), '/') LOOP
      SELECT d.node_id INTO at FROM dirent d
        WHERE d.filesystem_id = fs AND d.parent_id = at AND d.name = segment;
      IF at IS NULL THEN RETURN NULL; END IF;
    END LOOP;
  END IF;
  SELECT n.* INTO result FROM node n WHERE n.filesystem_id = fs AND n.id = at;
  RETURN result;
END $$;

-- FileInfo of a node at a path, as the API answers it.
CREATE FUNCTION entry_json(path text, entry node) RETURNS jsonb
LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN (entry).id IS NOT NULL THEN jsonb_build_object(
    'path', path, 'type', (entry).type, 'size', (entry).size, 'etag', (entry).etag,
    'modified_at', to_char((entry).modified_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) END
$$;

-- FileInfo of what exists at a path, or null.
CREATE FUNCTION entry_info(fs text, path text) RETURNS jsonb
LANGUAGE sql STABLE AS $$ SELECT entry_json(path, entry_at(fs, path)) $$;

CREATE FUNCTION entry_names(path text) RETURNS text[]
LANGUAGE sql IMMUTABLE AS $$ SELECT CASE WHEN path = '/' THEN '{}' ELSE string_to_array(substr(path, 2), '/') END $$;

-- The deepest entry that exists on the way to a path; `depth` counts its names, `parent_id` is the directory naming it.
CREATE FUNCTION entry_walk(fs text, root bigint, names text[], OUT depth int, OUT parent_id bigint, OUT entry node)
LANGUAGE plpgsql STABLE AS $$
DECLARE
  at bigint := root;
  below bigint;
BEGIN
  depth := 0;
  FOR i IN 1 .. cardinality(names) LOOP
    SELECT d.node_id INTO below FROM dirent d
      WHERE d.filesystem_id = fs AND d.parent_id = at AND d.name = names[i];
    EXIT WHEN below IS NULL;
    parent_id := at;
    at := below;
    depth := i;
  END LOOP;
  SELECT n.* INTO entry FROM node n WHERE n.filesystem_id = fs AND n.id = at;
END $$;

-- The entry at a path, or the code that says why there is none.
CREATE FUNCTION entry_find(fs text, path text, OUT code text, OUT entry node)
LANGUAGE plpgsql STABLE SET enable_seqscan = off AS $$
DECLARE
  names text[] := entry_names(path);
  w record;
BEGIN
  SELECT x.* INTO w FROM filesystem f, entry_walk(fs, f.root_id, names) x WHERE f.id = fs;
  IF w.depth = cardinality(names) THEN
    entry := w.entry;
  ELSE
    code := CASE WHEN (w.entry).type = 'directory' THEN 'path_not_found' ELSE 'not_a_directory' END;
  END IF;
END $$;

-- Everything below a directory. Ordered by `key` it is pre-order by name bytes: no name holds a NUL, so a NUL between
-- names sorts a directory's contents before its longer-named siblings. OFFSET 0 keeps it one index scan a directory.
CREATE FUNCTION entry_tree(fs text, top bigint) RETURNS TABLE (node_id bigint, path text, key bytea)
LANGUAGE sql STABLE AS $$
  WITH RECURSIVE tree AS (
    SELECT d.node_id, '/' || d.name AS path, convert_to(d.name, 'UTF8') AS key
      FROM dirent d WHERE d.filesystem_id = fs AND d.parent_id = top
    UNION ALL
    SELECT d.node_id, t.path || '/' || d.name, t.key || '\x00' || convert_to(d.name, 'UTF8')
      FROM tree t, LATERAL (
        SELECT c.node_id, c.name FROM dirent c WHERE c.filesystem_id = fs AND c.parent_id = t.node_id OFFSET 0) d
  )
  SELECT t.node_id, t.path, t.key FROM tree t
$$;

-- One page below a directory, depth first, siblings by name bytes, strictly behind the relative path `after` whether or
-- not that still exists. Each directory is read in place by its primary key and left at the first subdirectory, so that
-- a page costs what it holds and never the tree.
CREATE FUNCTION entry_list(fs text, path text, recursive boolean, after text, page_size int,
  OUT code text, OUT cursor bigint, OUT root jsonb, OUT entries jsonb, OUT next text)
LANGUAGE plpgsql STABLE SET enable_seqscan = off SET enable_bitmapscan = off SET enable_sort = off
SET enable_hashjoin = off SET enable_mergejoin = off SET jit = off AS $$
DECLARE
  top record;
  base text := CASE WHEN path = '/' THEN '' ELSE path END;
  names text[] := entry_names(coalesce(after, '/'));
  dirs bigint[];
  prefixes text[] := ARRAY[''];
  behind text[] := ARRAY[''];
  level int := 1;
  item record;
  below bigint;
  latest text;
  items jsonb[] := '{}';
BEGIN
  SELECT f.head INTO cursor FROM filesystem f WHERE f.id = fs;
  SELECT * INTO top FROM entry_find(fs, path);
  IF NOT recursive THEN code := top.code; END IF;
  root := entry_json(path, top.entry);
  dirs := ARRAY[(top.entry).id];
  FOR i IN 1 .. cardinality(names) LOOP
    behind[i] := names[i];
    SELECT d.node_id INTO below FROM dirent d
      WHERE d.filesystem_id = fs AND d.parent_id = dirs[i] AND d.name = names[i];
    EXIT WHEN below IS NULL OR NOT recursive;
    level := i + 1;
    dirs[level] := below;
    prefixes[level] := prefixes[i] || '/' || names[i];
    behind[level] := '';
  END LOOP;
  WHILE level > 0 LOOP
    below := NULL;
    FOR item IN SELECT d.name, x.entry FROM dirent d,
        LATERAL (SELECT n AS entry FROM node n WHERE n.filesystem_id = fs AND n.id = d.node_id OFFSET 0) x
        WHERE d.filesystem_id = fs AND d.parent_id = dirs[level] AND d.name > behind[level] ORDER BY d.name LOOP
      IF cardinality(items) = page_size THEN
        next := latest;
        entries := to_jsonb(items);
        RETURN;
      END IF;
      behind[level] := item.name;
      latest := prefixes[level] || '/' || item.name;
      items := items || entry_json(base || latest, item.entry);
      IF recursive AND (item.entry).type = 'directory' THEN
        below := (item.entry).id;
        EXIT;
      END IF;
    END LOOP;
    IF below IS NULL THEN
      level := level - 1;
    ELSE
      level := level + 1;
      dirs[level] := below;
      prefixes[level] := latest;
      behind[level] := '';
    END IF;
  END LOOP;
  entries := to_jsonb(items);
END $$;
