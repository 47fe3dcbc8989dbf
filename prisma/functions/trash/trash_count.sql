-- Counts what an item of the trash holds, and in nodes with several names how many of those are in the trash.
--
-- Parameters:
--   fs      id of the filesystem
--   hidden  parent_id of the item
--   step    1: its names came into the trash; -1: they are about to leave it
--
-- Result:
--   names   how many names it has
--   size    bytes of its files, each counted once
--   nodes   how many of its nodes have no name outside of the trash
--   bytes   bytes of content they hold
--
-- Locks: none; the caller holds the filesystem's row.
-- See spec 5.34.
CREATE OR REPLACE FUNCTION trash_count(
  fs text,
  hidden bigint,
  step int,
  OUT names bigint,
  OUT size bigint,
  OUT nodes bigint,
  OUT bytes bigint
)
LANGUAGE plpgsql
SET enable_seqscan = off
SET enable_hashjoin = off
SET enable_mergejoin = off
SET jit = off
AS $$
DECLARE
  linked bigint[];
  several record;
BEGIN
  -- Without paths, and only directories are looked into: entry_tree takes twice as long.
  WITH RECURSIVE tree AS (
    SELECT hidden AS id, 'directory' AS type, 0::bigint AS size, 1 AS nlink
    UNION ALL
    SELECT n.id, n.type, n.size, n.nlink FROM tree t, LATERAL (
        SELECT c.node_id FROM dirent c WHERE c.filesystem_id = fs AND c.parent_id = t.id OFFSET 0) d, LATERAL (
        SELECT x.id, x.type, x.size, x.nlink FROM node x WHERE x.filesystem_id = fs AND x.id = d.node_id OFFSET 0) n
      WHERE t.type = 'directory')
  SELECT count(*), count(*) FILTER (WHERE t.nlink = 1),
      coalesce(sum(t.size) FILTER (WHERE t.nlink = 1 AND t.type = 'file'), 0),
      array_agg(t.id) FILTER (WHERE t.nlink > 1)
    INTO names, nodes, bytes, linked FROM tree t WHERE t.id <> hidden;
  size := bytes;
  IF linked IS NULL THEN RETURN; END IF;
  WITH of AS (SELECT u AS id, count(*) AS names FROM unnest(linked) u GROUP BY u),
  counted AS (
    UPDATE node n SET trashed = n.trashed + step * of.names, changed_at = clock_timestamp() FROM of
      WHERE n.filesystem_id = fs AND n.id = of.id
      RETURNING CASE n.type WHEN 'file' THEN n.size ELSE 0 END AS size,
        n.nlink = n.trashed + CASE step WHEN 1 THEN 0 ELSE of.names END AS alone)
  SELECT sum(c.size) AS size, count(*) FILTER (WHERE c.alone) AS nodes,
      coalesce(sum(c.size) FILTER (WHERE c.alone), 0) AS bytes
    INTO several FROM counted c;
  size := size + several.size;
  nodes := nodes + several.nodes;
  bytes := bytes + several.bytes;
END;
$$;
