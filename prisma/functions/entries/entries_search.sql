-- One page of the entries below a directory whose names contain a text. Names are examined in the order of the
-- primary key, in a recursive search those of the whole filesystem, and paths are found for hits alone. So a request
-- examines at most `most` names and ends soon after 5,000 directories above hits, and its page may have fewer entries
-- than asked for although there are more.
-- Why not by an index of the names' parts: docs/decisions/0029-search.md.
--
-- Parameters:
--   fs         id of the filesystem
--   path       normalised path of the directory
--   query      the text, in any case
--   recursive  true: all levels; false: only the directory's own entries
--   after_id   node id of the directory to continue in, and the name to continue after; NULL: from the start
--   after_name as above
--   page_size  most entries to return, at least 1
--   most       most names to examine, at least 1
--
-- Result:
--   code       the refusal, or NULL; one of path_not_found, not_a_directory
--   entries    JSON array of FileInfo, as text
--   next_id    node id of the directory where the next page continues, NULL if there is none
--   next_name  the name there that it continues after
--
-- Locks: none.
-- See spec 5.32.
CREATE OR REPLACE FUNCTION entries_search(
  fs text,
  path text,
  query text,
  recursive boolean,
  after_id bigint,
  after_name text,
  page_size int,
  most int,
  OUT code text,
  OUT entries text,
  OUT next_id bigint,
  OUT next_name text
)
LANGUAGE plpgsql
STABLE
SET enable_seqscan = off
SET enable_bitmapscan = off
SET enable_sort = off
SET jit = off
SET plan_cache_mode = force_generic_plan
AS $$
DECLARE
  base text := CASE WHEN path = '/' THEN '' ELSE path END;
  needle text := lower(query COLLATE pg_c_utf8);
  top record;
  -- Bounds of the directories whose names are examined.
  first bigint;
  last bigint;
  hit record;
  -- The directory of the latest hit and its path, NULL outside of `path`: hits of a directory follow one another.
  place_id bigint;
  place text;
  climbed int := 0;
  levels int;
  item text;
  items text[] := '{}';
BEGIN
  SELECT * INTO top FROM entry_find(fs, path);
  code := CASE WHEN top.code IS NULL AND (top.entry).type <> 'directory' THEN 'not_a_directory' ELSE top.code END;
  IF code IS NOT NULL THEN RETURN; END IF;
  first := CASE WHEN recursive THEN 0 ELSE (top.entry).id END;
  last := CASE WHEN recursive THEN 9223372036854775807 ELSE (top.entry).id END;
  after_id := coalesce(after_id, first);
  after_name := coalesce(after_name, '');
  FOR hit IN
    SELECT d.parent_id, d.name, d.node_id FROM (
      SELECT c.parent_id, c.name, c.node_id FROM dirent c
      WHERE c.filesystem_id = fs AND c.parent_id <= last AND (c.parent_id, c.name) > (after_id, after_name)
      ORDER BY c.parent_id, c.name LIMIT most) d
    WHERE position(needle IN lower(d.name COLLATE pg_c_utf8)) > 0
  LOOP
    IF place_id IS DISTINCT FROM hit.parent_id THEN
      place_id := hit.parent_id;
      SELECT b.path, b.levels INTO place, levels FROM entry_below(fs, (top.entry).id, place_id) b;
      climbed := climbed + levels;
    END IF;
    IF place IS NOT NULL THEN
      SELECT file_info(base || place || '/' || hit.name, n, false)::text INTO item FROM node n
        WHERE n.filesystem_id = fs AND n.id = hit.node_id;
      -- A statement of its own, which adds to the array in place; with a subquery each copies all before it.
      items := array_append(items, item);
    END IF;
    IF cardinality(items) = page_size OR climbed > 5000 THEN
      next_id := hit.parent_id;
      next_name := hit.name;
      EXIT;
    END IF;
  END LOOP;
  entries := '[' || array_to_string(items, ',') || ']';
  IF next_id IS NULL THEN
    SELECT c.parent_id, c.name INTO next_id, next_name FROM dirent c
      WHERE c.filesystem_id = fs AND c.parent_id <= last AND (c.parent_id, c.name) > (after_id, after_name)
      ORDER BY c.parent_id, c.name OFFSET most - 1 LIMIT 1;
  END IF;
END;
$$;
