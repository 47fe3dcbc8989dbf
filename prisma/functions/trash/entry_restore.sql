-- Moves an item of the trash back into the tree, by renaming one dirent. Adds `created` changes, parents first; beyond
-- 100,000 changes a single barrier. Nodes keep their ids, modes and times, and hard links are links again.
--
-- Parameters:
--   fs         id of the filesystem
--   item_id    id of the item
--   to_path    normalised path for the entry; NULL: where it was. Missing parents are created.
--   overwrite  true: replace what is there; a directory only if it is empty
--   source     origin of the change: 'api' or 'mount'
--
-- Result:
--   code       the refusal, or NULL; one of not_found, root_forbidden, already_exists, is_directory, not_a_directory,
--              directory_not_empty, path_too_long, entry_quota_exceeded, all of filesystem_grow
--   cursor     cursor of the last change or of the barrier
--   info       FileInfo of the entry
--
-- Locks: the filesystem's row FOR NO KEY UPDATE, before anything is checked.
-- See spec 5.34, 5.35, 6.1, 6.4.
CREATE OR REPLACE FUNCTION entry_restore(
  fs text,
  item_id text,
  to_path text,
  overwrite boolean,
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
  item trash_item;
  names text[];
  w record;
  target node;
  entry node;
  missing int;
  made int;
  home bigint;
  longest int := 0;
  held record;
  freed_nodes bigint := 0;
  freed_bytes bigint := 0;
BEGIN
  SELECT * INTO f FROM filesystem WHERE id = fs FOR NO KEY UPDATE;
  SELECT * INTO item FROM trash_item i WHERE i.filesystem_id = fs AND i.id = item_id;
  IF NOT FOUND THEN code := 'not_found'; RETURN; END IF;
  to_path := coalesce(to_path, item.path);
  names := entry_names(to_path);
  SELECT n.* INTO entry FROM dirent d JOIN node n ON n.filesystem_id = fs AND n.id = d.node_id
    WHERE d.filesystem_id = fs AND d.parent_id = item.parent_id;
  SELECT * INTO w FROM entry_walk(fs, f.root_id, names);
  target := w.entry;
  missing := cardinality(names) - w.depth;
  made := greatest(missing - 1, 0);
  IF octet_length(to_path) > octet_length(item.path) THEN
    SELECT coalesce(max(octet_length(t.path)), 0) INTO longest FROM entry_tree(fs, entry.id) t;
  END IF;
  code := CASE
    WHEN to_path = '/' THEN 'root_forbidden'
    WHEN missing = 0 AND NOT overwrite THEN 'already_exists'
    WHEN missing = 0 AND target.type = 'directory' AND entry.type <> 'directory' THEN 'is_directory'
    WHEN missing = 0 AND target.type <> 'directory' AND entry.type = 'directory' THEN 'not_a_directory'
    WHEN missing = 0 AND EXISTS (SELECT FROM dirent d WHERE d.filesystem_id = fs AND d.parent_id = target.id)
      THEN 'directory_not_empty'
    WHEN missing > 0 AND target.type <> 'directory' THEN 'not_a_directory'
    WHEN octet_length(to_path) + longest > 4096 THEN 'path_too_long'
    WHEN made > 0 AND f.entries - greatest(f.trash_entries - item.entries, 0) + made > f.entry_quota
      THEN 'entry_quota_exceeded' END;
  IF code IS NOT NULL THEN RETURN; END IF;
  -- First, so that room for its parents is not made by deleting it.
  DELETE FROM trash_item i WHERE i.filesystem_id = fs AND i.id = item_id;
  code := filesystem_grow(f, 0, made);
  IF code IS NOT NULL THEN
    INSERT INTO trash_item SELECT item.*;
    RETURN;
  END IF;

  home := CASE missing WHEN 0 THEN w.parent_id ELSE target.id END;
  SELECT * INTO held FROM trash_count(fs, item.parent_id, -1);
  IF missing = 0 THEN
    SELECT x.nodes, x.bytes INTO freed_nodes, freed_bytes FROM entry_drop(fs, home, names[w.depth], target.id) x;
  END IF;
  IF made + item.entries > 100000 THEN
    cursor := f.head + 1;
    INSERT INTO change (filesystem_id, cursor, kind, path, origin) VALUES (fs, cursor, 'barrier', to_path, source);
  ELSE
    cursor := f.head + made + item.entries;
    INSERT INTO change (filesystem_id, cursor, kind, path, origin)
      SELECT fs, f.head + made + 1, 'created', to_path, source
      UNION ALL SELECT fs, f.head + made + 1 + row_number() OVER (ORDER BY t.key), 'created', to_path || t.path, source
        FROM entry_tree(fs, entry.id) t;
  END IF;
  IF made > 0 THEN
    home := (entry_make(fs, CASE WHEN made + item.entries <= 100000 THEN f.head END, home, trim_array(names, 1),
                        w.depth, source, 'directory', 493, NULL, NULL, NULL)).id;
  END IF;
  UPDATE dirent d SET parent_id = home, name = names[cardinality(names)]
    WHERE d.filesystem_id = fs AND d.parent_id = item.parent_id;
  UPDATE node n SET changed_at = clock_timestamp() WHERE n.filesystem_id = fs AND n.id = entry.id;
  PERFORM filesystem_advance(fs, cursor, made - freed_nodes, -freed_bytes, -held.nodes, -held.bytes);
  info := entry_json(to_path, entry);
END;
$$;
