-- Exchanges two entries: each gets the path of the other. Adds all `deleted` changes, children first, then all
-- `created`, parents first; beyond 100,000 changes a single barrier with both paths. If both paths lead to one node,
-- nothing changes. A whole tree is read only if its paths get longer, to find the longest.
--
-- Parameters:
--   fs         id of the filesystem
--   from_path  normalised path of one entry
--   to_path    normalised path of the other
--   if_match   etags of If-Match for the entry at from_path, or NULL
--   source     origin of the change: 'api' or 'mount'
--
-- Result:
--   code       the refusal, or NULL; one of not_found, path_not_found, root_forbidden, not_a_directory, invalid_move,
--              path_too_long, precondition_failed
--   cursor     cursor of the last change or of the barrier; the head if nothing changed
--   info       FileInfo of the entry that was at from_path, at its new path
--
-- Locks: the filesystem's row FOR NO KEY UPDATE, before anything is checked.
-- See spec 5.30, 6.1, 6.4.
CREATE OR REPLACE FUNCTION entry_exchange(
  fs text,
  from_path text,
  to_path text,
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
  a record;
  b record;
  one node;
  other node;
  total bigint := 2;
  tree record;
BEGIN
  SELECT * INTO f FROM filesystem WHERE id = fs FOR NO KEY UPDATE;
  IF NOT FOUND THEN code := 'not_found'; RETURN; END IF;
  SELECT * INTO a FROM entry_walk(fs, f.root_id, from_names);
  SELECT * INTO b FROM entry_walk(fs, f.root_id, to_names);
  one := a.entry;
  other := b.entry;
  code := CASE
    WHEN a.depth < cardinality(from_names) AND one.type = 'directory' THEN 'path_not_found'
    WHEN b.depth < cardinality(to_names) AND other.type = 'directory' THEN 'path_not_found'
    WHEN from_path = '/' OR to_path = '/' THEN 'root_forbidden'
    WHEN a.depth < cardinality(from_names) OR b.depth < cardinality(to_names) THEN 'not_a_directory'
    WHEN starts_with(to_path, from_path || '/') OR starts_with(from_path, to_path || '/') THEN 'invalid_move' END;
  IF code IS NOT NULL THEN RETURN; END IF;

  FOR tree IN
    SELECT p.new_path, x.below, x.longest
      FROM (VALUES (one.id, from_path, to_path), (other.id, to_path, from_path)) p (id, old_path, new_path), LATERAL (
        SELECT count(*) AS below, coalesce(max(octet_length(t.path)), 0) AS longest
        FROM (SELECT e.path FROM entry_tree(fs, p.id) e
          LIMIT CASE WHEN octet_length(p.new_path) <= octet_length(p.old_path) THEN 50000 END) t) x
  LOOP
    total := total + tree.below;
    IF octet_length(tree.new_path) + tree.longest > 4096 AND one.id <> other.id THEN code := 'path_too_long'; END IF;
  END LOOP;
  IF code IS NULL AND entry_refused(one.etag, if_match, NULL) THEN code := 'precondition_failed'; END IF;
  IF code IS NOT NULL THEN RETURN; END IF;
  cursor := f.head;
  info := entry_json(to_path, one);
  IF one.id = other.id THEN RETURN; END IF;

  IF 2 * total > 100000 THEN
    cursor := f.head + 1;
    INSERT INTO change (filesystem_id, cursor, kind, path, path2, origin)
      VALUES (fs, cursor, 'barrier', from_path, to_path, source);
  ELSE
    cursor := f.head + 2 * total;
    WITH moved AS MATERIALIZED (
      SELECT 1 AS side, from_path AS old_path, to_path AS new_path, '' AS path, ''::bytea AS key
      UNION ALL SELECT 1, from_path, to_path, t.path, t.key FROM entry_tree(fs, one.id) t
      UNION ALL SELECT 2, to_path, from_path, '', ''
      UNION ALL SELECT 2, to_path, from_path, t.path, t.key FROM entry_tree(fs, other.id) t)
    INSERT INTO change (filesystem_id, cursor, kind, path, origin)
      SELECT fs, f.head + total + 1 - row_number() OVER (ORDER BY m.side, m.key), 'deleted', m.old_path || m.path,
        source FROM moved m
      UNION ALL SELECT fs, f.head + total + row_number() OVER (ORDER BY m.side DESC, m.key), 'created',
        m.new_path || m.path, source FROM moved m;
  END IF;
  UPDATE dirent d SET node_id = other.id
    WHERE d.filesystem_id = fs AND d.parent_id = a.parent_id AND d.name = from_names[cardinality(from_names)];
  UPDATE dirent d SET node_id = one.id
    WHERE d.filesystem_id = fs AND d.parent_id = b.parent_id AND d.name = to_names[cardinality(to_names)];
  UPDATE node n SET changed_at = clock_timestamp() WHERE n.filesystem_id = fs AND n.id IN (one.id, other.id);
  PERFORM filesystem_advance(fs, cursor, 0, 0, 0, 0);
END;
$$;
