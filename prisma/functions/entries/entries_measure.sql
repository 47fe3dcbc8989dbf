-- How much an archive of entries would name, without sorting them or making their paths: a tree whose paths are all
-- long has hundreds of megabytes of them.
--
-- Parameters:
--   fs           id of the filesystem
--   paths        normalised paths, none of which is below another
--   max_entries  most entries to look at; one more than these tells that there are more
--
-- Result:
--   entries      how many there are, those at the paths included
--   bytes        bytes of their paths together
--
-- Locks: none.
-- See spec 5.33.
CREATE OR REPLACE FUNCTION entries_measure(
  fs text,
  paths text[],
  max_entries int,
  OUT entries bigint,
  OUT bytes bigint
)
LANGUAGE sql
STABLE
SET enable_seqscan = off
AS $$
  WITH RECURSIVE tree AS (
    SELECT e.id, octet_length(p.top) AS length FROM unnest(paths) p (top), LATERAL entry_at(fs, p.top) e
    UNION ALL
    SELECT d.node_id, t.length + 1 + octet_length(d.name) FROM tree t, LATERAL (
      SELECT c.node_id, c.name FROM dirent c WHERE c.filesystem_id = fs AND c.parent_id = t.id OFFSET 0) d
  )
  SELECT count(*), coalesce(sum(t.length), 0) FROM (SELECT x.length FROM tree x LIMIT max_entries + 1) t
$$;
