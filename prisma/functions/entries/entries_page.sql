-- One page of the entries below a directory, depth first, siblings by name bytes. It costs what the page
-- holds, never the size of the tree: directories are read in runs of entries by primary key, a run ends at
-- the first subdirectory, and the rest of it is kept while the walk is below. Entries leave as text joined
-- from their parts, so the web server does not parse them; building JSON objects takes twice as long. The
-- settings rule out every plan but the primary keys.
--
-- Parameters:
--   fs         id of the filesystem
--   path       normalised path of the directory; a file lists as itself without entries
--   recursive  true: all levels; false: only the directory's own entries
--   after      relative path to continue after, whether or not it still exists; NULL: from the start
--   page_size  most entries to return, at least 1
--   stat       true: with the fields of stat
--
-- Result:
--   code       the refusal, or NULL; one of path_not_found, not_a_directory (only if not recursive; a
--              recursive listing of nothing is empty)
--   cursor     head of the filesystem, read before the entries
--   root       FileInfo of `path`, or NULL
--   entries    JSON array of FileInfo, as text
--   next       relative path of the last entry if there are more, else NULL
--
-- Locks: none.
-- See spec 5.13.
CREATE OR REPLACE FUNCTION entries_page(
  fs text,
  path text,
  recursive boolean,
  after text,
  page_size int,
  stat boolean,
  OUT code text,
  OUT cursor bigint,
  OUT root json,
  OUT entries text,
  OUT next text
)
LANGUAGE plpgsql
STABLE
SET enable_seqscan = off
SET enable_bitmapscan = off
SET enable_sort = off
SET enable_hashjoin = off
SET enable_mergejoin = off
SET jit = off
SET plan_cache_mode = force_generic_plan
AS $$
DECLARE
  -- Runs start short, because what follows a subdirectory may be read for nothing, and grow as the directory goes on.
  shortest CONSTANT int := 8;
  growth CONSTANT int := 8;
  top record;
  base text := CASE WHEN path = '/' THEN '' ELSE path END;
  names text[] := entry_names(coalesce(after, '/'));
  dirs bigint[];
  prefixes text[] := ARRAY[''];
  behind text[] := ARRAY[''];
  level int := 1;
  below bigint;
  asked int := shortest;
  run record;
  -- Positions in the run: of its next directory, and of the last entry to take now.
  directory int;
  stop int;
  -- The run that the walk last descended from, to continue with afterwards. One is enough: most directories hold no
  -- others, and a run that was replaced by a deeper one is read again.
  kept record;
  kept_level int := 0;
  count int := 0;
  latest text;
  items text[] := '{}';
BEGIN
  SELECT f.head INTO cursor FROM filesystem f WHERE f.id = fs;
  SELECT * INTO top FROM entry_find(fs, path);
  IF NOT recursive THEN code := top.code; END IF;
  root := file_info(path, top.entry, stat);
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
    IF level = kept_level THEN
      run := kept;
      kept_level := 0;
    ELSE
      -- One more than fits tells whether this page is the last one.
      asked := least(asked, page_size - count + 1);
      SELECT asked, 0 AS used, count(*)::int AS size, array_agg(e.name) AS names, array_agg(e.node_id) AS nodes,
          array_agg(e.type) AS types, array_agg(e.info) AS infos INTO run
        FROM (SELECT d.name, d.node_id, x.type, x.info FROM dirent d, LATERAL (
            SELECT n.type, '{"path":' || to_json(base || prefixes[level] || '/' || d.name)::text
              || ',"type":"' || n.type || '","size":' || n.size || ',"etag":' || to_json(n.etag)::text
              -- to_char copies what is quoted: the field's name before the time, and the end of the object after it.
              || CASE WHEN stat THEN ',"mode":"' || lpad(to_oct(n.mode), 4, '0') || '","node_id":"' || n.id
                || '","nlink":' || (n.nlink - n.trashed)
                || ',"link_target":' || coalesce(to_json(n.link_target)::text, 'null')
                || ',"uid":' || n.uid || ',"gid":' || n.gid || ',"modified_ns":' || n.modified_ns
                || ',"special":' || coalesce('"' || n.special || '"', 'null') || ',"device":' || n.device
                || ',"modified_by":' || coalesce('"' || n.modified_by || '"', 'null')
                || to_char(n.changed_at AT TIME ZONE 'UTC', '",\"changed_at\":\""YYYY-MM-DD"T"HH24:MI:SS.MS"Z\""')
                ELSE '' END
              || to_char(n.modified_at AT TIME ZONE 'UTC',
                '",\"modified_at\":\""YYYY-MM-DD"T"HH24:MI:SS.MS"Z\"}"') AS info
            FROM node n WHERE n.filesystem_id = fs AND n.id = d.node_id OFFSET 0) x
          WHERE d.filesystem_id = fs AND d.parent_id = dirs[level] AND d.name > behind[level]
          ORDER BY d.name LIMIT asked) e;
    END IF;
    directory := CASE WHEN recursive THEN array_position(run.types, 'directory', run.used + 1) END;
    stop := least(coalesce(directory, run.size), run.used + page_size - count);
    IF stop > run.used THEN
      items := items || array_to_string(run.infos[run.used + 1:stop], ',');
      count := count + stop - run.used;
      behind[level] := run.names[stop];
      latest := prefixes[level] || '/' || run.names[stop];
    END IF;
    IF stop < coalesce(directory, run.size) THEN
      next := latest;
      EXIT;
    END IF;
    IF directory IS NOT NULL THEN
      run.used := stop;
      kept := run;
      kept_level := level;
      level := level + 1;
      dirs[level] := run.nodes[stop];
      prefixes[level] := latest;
      behind[level] := '';
      asked := shortest;
    ELSIF run.size < run.asked THEN
      level := level - 1;
      asked := shortest;
    ELSE
      asked := run.asked * growth;
    END IF;
  END LOOP;
  entries := '[' || array_to_string(items, ',') || ']';
END;
$$;
