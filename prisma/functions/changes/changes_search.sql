-- The newest changes of a filesystem that match, newest first, with what exists at their paths now, in one snapshot.
-- Like a search of names (docs/decisions/0029-search.md) it compares one change after the other, so a request examines
-- at most `most`, and a page may have fewer changes than asked for although there are more. To find a text in another
-- costs up to the product of their lengths, so a page ends too where these products exceed 400 million together, a
-- third of a second. And it ends when its paths have 10,000 names together, each of which is looked up.
--
-- Parameters:
--   fs          id of the filesystem
--   after       cursor of the newest change that is no longer kept
--   before      cursor that all are before; NULL: from the newest
--   query       a part of the path, in any case; NULL: any
--   of_kind     the kind, or NULL: any but markers
--   page_size   most changes to return, at least 1
--   most        most changes to examine, at least 1
--
-- Result (one row):
--   events      JSON array of {type, path, other_path, file, cursor, origin, author, at}; file is FileInfo or null
--   next        what the next page is before; NULL if there is none
--
-- Locks: none.
-- See spec 6.11.
CREATE OR REPLACE FUNCTION changes_search(
  fs text,
  after bigint,
  before bigint,
  query text,
  of_kind text,
  page_size int,
  most int
)
RETURNS TABLE (
  events json,
  next bigint
)
LANGUAGE sql
STABLE
SET enable_seqscan = off
SET enable_bitmapscan = off
SET enable_sort = off
SET jit = off
AS $$
  WITH edge AS MATERIALIZED (
    -- The oldest change that the text is looked for in; NULL without a text.
    SELECT min(e.cursor) AS cursor FROM (
      SELECT c.cursor, sum(octet_length(c.path) + coalesce(octet_length(c.path2), 0)) OVER (
        ORDER BY c.cursor DESC ROWS UNBOUNDED PRECEDING) AS bytes
      FROM change c WHERE c.filesystem_id = fs AND c.cursor > after
        AND c.cursor < coalesce(before, 9223372036854775807)
      ORDER BY c.cursor DESC LIMIT most) e
    WHERE query IS NOT NULL AND coalesce(e.bytes, 0) * octet_length(query) <= 400000000
  ), hit AS MATERIALIZED (
    SELECT h.*, row_number() OVER w AS nth,
      sum(length(h.path) - length(replace(h.path, '/', ''))) OVER w AS levels
    FROM (
      SELECT s.* FROM (
        SELECT c.* FROM change c WHERE c.filesystem_id = fs
          AND c.cursor >= coalesce((SELECT edge.cursor FROM edge), after + 1)
          AND c.cursor < coalesce(before, 9223372036854775807)
        ORDER BY c.cursor DESC LIMIT most) s
      WHERE s.kind <> 'marker' AND (of_kind IS NULL OR s.kind = of_kind)
        AND (query IS NULL OR position(lower(query COLLATE pg_c_utf8) IN lower(s.path COLLATE pg_c_utf8)) > 0
          OR position(lower(query COLLATE pg_c_utf8) IN lower(s.path2 COLLATE pg_c_utf8)) > 0)
      ORDER BY s.cursor DESC LIMIT page_size + 1) h
    WINDOW w AS (ORDER BY h.cursor DESC)
  ), shown AS MATERIALIZED (
    SELECT h.* FROM hit h WHERE h.nth <= page_size AND (h.nth = 1 OR h.levels <= 10000)
  )
  SELECT
    (SELECT coalesce(json_agg(json_build_object(
        'type', s.kind, 'path', s.path, 'other_path', s.path2, 'cursor', s.cursor::text, 'origin', s.origin,
        'author', s.author, 'at', iso_time(s.at), 'file', file_info(s.path, entry_at(fs, s.path), false))
        ORDER BY s.cursor DESC), '[]')
     FROM shown s),
    CASE WHEN (SELECT count(*) FROM hit) > (SELECT count(*) FROM shown) THEN (SELECT min(s.cursor) FROM shown s)
      ELSE (
        SELECT c.cursor + 1 FROM change c WHERE c.filesystem_id = fs AND c.cursor > after
          AND c.cursor < coalesce((SELECT edge.cursor FROM edge), before, 9223372036854775807)
        ORDER BY c.cursor DESC OFFSET CASE WHEN query IS NULL THEN most ELSE 0 END LIMIT 1) END
$$;
