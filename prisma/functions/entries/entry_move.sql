-- Moves an entry by renaming one dirent. Adds all `deleted` changes, children first, then all `created`,
-- parents first; beyond 100,000 changes a single barrier with both paths. Moving an entry onto itself, or onto
-- another name of the same file, changes nothing. The whole tree is read only if its paths get longer, to find the
-- longest.
--
-- Parameters:
--   fs         id of the filesystem
--   from_path  normalised path of the entry
--   to_path    normalised path of its new place
--   overwrite  true: replace what is at to_path
--   parents    true: create missing parent directories
--   if_match   etags of If-Match, or NULL
--   source     origin of the change: 'api' or 'mount'
--
-- Result:
--   code       the refusal, or NULL; one of not_found, all of entry_pair and filesystem_grow, entry_quota_exceeded,
--              path_too_long, precondition_failed
--   cursor     cursor of the last change or of the barrier; the head if nothing changed
--   info       FileInfo of the entry at its new path
--
-- Locks: the filesystem's row FOR NO KEY UPDATE, before anything is checked.
-- See spec 5.15, 5.20, 6.1, 6.4.
CREATE OR REPLACE FUNCTION entry_move(
  fs text,
  from_path text,
  to_path text,
  overwrite boolean,
  parents boolean,
  if_match text[],
  source text,
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
  from_names text[] := entry_names(from_path);
  to_names text[] := entry_names(to_path);
  p record;
  entry node;
  same boolean;
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
  same := from_path = to_path OR (p.missing = 0 AND coalesce((p.target).id = entry.id, false));
  made := greatest(p.missing - 1, 0);
  code := CASE
    WHEN p.code IS NOT NULL THEN p.code
    WHEN made > 0 AND f.entries - f.trash_entries + made > f.entry_quota THEN 'entry_quota_exceeded'
    WHEN same AND entry_refused(entry.etag, if_match, NULL) THEN 'precondition_failed' END;
  IF code IS NOT NULL THEN RETURN; END IF;
  cursor := f.head;
  info := entry_json(to_path, entry);
  IF same THEN RETURN; END IF;

  IF entry.type = 'directory' AND octet_length(to_path) > octet_length(from_path) THEN
    SELECT count(*), coalesce(max(octet_length(x.path)), 0) INTO below, longest FROM entry_tree(fs, entry.id) x;
  ELSIF entry.type = 'directory' THEN
    SELECT count(*) INTO below FROM (SELECT FROM entry_tree(fs, entry.id) LIMIT 50000) x;
  END IF;
  code := coalesce(CASE
    WHEN octet_length(to_path) + longest > 4096 THEN 'path_too_long'
    WHEN entry_refused(entry.etag, if_match, NULL) THEN 'precondition_failed' END,
    filesystem_grow(f, 0, made));
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
  UPDATE node n SET changed_at = clock_timestamp() WHERE n.filesystem_id = fs AND n.id = entry.id;
  PERFORM filesystem_advance(fs, cursor, made - freed_nodes, -freed_bytes, 0, 0);
END;
$$;
