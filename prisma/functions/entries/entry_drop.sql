-- Removes a name and everything below it, without changes. A node goes with its last name; otherwise it loses
-- one link.
--
-- Parameters:
--   fs          id of the filesystem
--   parent      node id of the directory that holds the name
--   entry_name  the name
--   top         node id of what the name stands for
--
-- Result:
--   nodes       how many nodes were deleted
--   bytes       bytes of content they held; symbolic links have a size but do not count
--
-- Locks: none; the caller holds the filesystem's row.
-- See spec 5.11.
CREATE OR REPLACE FUNCTION entry_drop(
  fs text,
  parent bigint,
  entry_name text,
  top bigint,
  OUT nodes bigint,
  OUT bytes bigint
)
LANGUAGE plpgsql
AS $$
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
  -- The nodes that are left have several names, so they are files or symbolic links.
  FOR linked IN
    SELECT n.id, n.nlink, n.type, n.size, i.names
      FROM (SELECT u AS id, count(*) AS names FROM unnest(ids) u GROUP BY u) i,
      LATERAL (SELECT x.* FROM node x WHERE x.filesystem_id = fs AND x.id = i.id OFFSET 0) n
  LOOP
    IF linked.names < linked.nlink THEN
      UPDATE node n SET nlink = n.nlink - linked.names, changed_at = clock_timestamp()
        WHERE n.filesystem_id = fs AND n.id = linked.id;
    ELSE
      DELETE FROM node n WHERE n.filesystem_id = fs AND n.id = linked.id;
      nodes := nodes + 1;
      bytes := bytes + CASE linked.type WHEN 'file' THEN linked.size ELSE 0 END;
    END IF;
  END LOOP;
END;
$$;
