-- Takes one name from nodes and deletes those that have no other, with the names that directories among them hold.
--
-- Parameters:
--   fs          id of the filesystem
--   ids         ids of the nodes; one that loses several names comes as often
--   from_trash  true: the names were in the trash
--
-- Result:
--   nodes       how many nodes were deleted
--   bytes       bytes of content they held; symbolic links have a size but do not count
--
-- Locks: none; the caller holds the filesystem's row.
-- See spec 5.11, 5.17, 5.37.
CREATE OR REPLACE FUNCTION nodes_drop(
  fs text,
  ids bigint[],
  from_trash boolean,
  OUT nodes bigint,
  OUT bytes bigint
)
LANGUAGE plpgsql
AS $$
DECLARE
  hashes bytea[];
  sizes bigint[];
  linked record;
  left_names int;
  since timestamptz := CASE WHEN from_trash THEN '-infinity' ELSE clock_timestamp() END;
BEGIN
  DELETE FROM dirent d WHERE d.filesystem_id = fs AND d.parent_id = ANY (ids);
  WITH gone AS (
    DELETE FROM node n WHERE n.filesystem_id = fs AND n.id = ANY (ids) AND n.nlink = 1 RETURNING n.type, n.size,
      n.blob_hash
  ) SELECT count(*), coalesce(sum(g.size) FILTER (WHERE g.type = 'file'), 0),
      array_agg(g.blob_hash) FILTER (WHERE g.type = 'file'), array_agg(g.size) FILTER (WHERE g.type = 'file')
    INTO nodes, bytes, hashes, sizes FROM gone g;
  IF hashes IS NOT NULL THEN PERFORM content_leave(fs, hashes, sizes, since); END IF;
  IF nodes = cardinality(ids) THEN RETURN; END IF;
  -- The nodes that are left have several names, so they are files or symbolic links.
  FOR linked IN
    SELECT n.id, n.nlink, n.trashed, n.blob_hash, CASE n.type WHEN 'file' THEN n.size ELSE 0 END AS size, i.names
      FROM (SELECT u AS id, count(*) AS names FROM unnest(ids) u GROUP BY u) i,
      LATERAL (SELECT x.* FROM node x WHERE x.filesystem_id = fs AND x.id = i.id OFFSET 0) n
  LOOP
    left_names := linked.nlink - linked.names;
    IF left_names = 0 THEN
      DELETE FROM node n WHERE n.filesystem_id = fs AND n.id = linked.id;
      IF linked.blob_hash IS NOT NULL THEN
        PERFORM content_leave(fs, ARRAY[linked.blob_hash], ARRAY[linked.size], since);
      END IF;
      nodes := nodes + 1;
      bytes := bytes + linked.size;
    ELSE
      UPDATE node n SET nlink = left_names,
          trashed = CASE WHEN left_names = 1 THEN 0 WHEN from_trash THEN n.trashed - linked.names ELSE n.trashed END,
          changed_at = CASE WHEN from_trash THEN n.changed_at ELSE clock_timestamp() END
        WHERE n.filesystem_id = fs AND n.id = linked.id;
      IF NOT from_trash AND left_names = linked.trashed THEN
        UPDATE filesystem f SET trash_entries = f.trash_entries + 1, trash_bytes = f.trash_bytes + linked.size
          WHERE f.id = fs;
      END IF;
    END IF;
  END LOOP;
END;
$$;
