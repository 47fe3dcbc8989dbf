-- Creates copies of a node and of everything below it. Contents are shared; every name becomes a node of its
-- own, also where the original is hard-linked. Adds `created` changes, parents first, unless `after` is NULL.
--
-- Parameters:
--   fs        id of the filesystem
--   top       node id of the original
--   home      node id of the directory that will hold the copy
--   top_name  name of the copy in it
--   to_path   normalised path of the copy
--   after     cursor before the first change; NULL: add no changes
--   source    origin of the change: 'api' or 'mount'
--
-- Result: nothing.
-- Locks: none; the caller holds the filesystem's row.
-- See spec 5.16.
CREATE OR REPLACE FUNCTION entry_clone(
  fs text,
  top bigint,
  home bigint,
  top_name text,
  to_path text,
  after bigint,
  source text
)
RETURNS void
LANGUAGE plpgsql
AS $$
DECLARE
  stamp timestamptz := date_trunc('milliseconds', clock_timestamp());
BEGIN
  WITH RECURSIVE tree AS (
    SELECT top AS old_id, nextval('node_id') AS new_id, home AS parent_id, top_name COLLATE "C" AS name,
        to_path COLLATE "C" AS path, ''::bytea AS key
    UNION ALL
    SELECT d.node_id, nextval('node_id'), t.new_id, d.name, t.path || '/' || d.name,
        t.key || '\x00' || convert_to(d.name, 'UTF8')
      FROM tree t, LATERAL (
        SELECT c.node_id, c.name FROM dirent c WHERE c.filesystem_id = fs AND c.parent_id = t.old_id OFFSET 0) d
  ), nodes AS (
    INSERT INTO node (filesystem_id, id, type, mode, modified_at, etag, size, blob_hash, link_target, uid, gid,
        special, device)
      SELECT fs, t.new_id, n.type, n.mode, stamp,
          CASE n.type WHEN 'directory' THEN '"d-' || t.new_id || '"'
            WHEN 'special' THEN '"s-' || t.new_id || '"' ELSE n.etag END,
          n.size, n.blob_hash, n.link_target, n.uid, n.gid, n.special, n.device
        FROM tree t, LATERAL (SELECT x.* FROM node x WHERE x.filesystem_id = fs AND x.id = t.old_id OFFSET 0) n
  ), names AS (
    INSERT INTO dirent (filesystem_id, parent_id, name, node_id) SELECT fs, t.parent_id, t.name, t.new_id FROM tree t
  )
  INSERT INTO change (filesystem_id, cursor, kind, path, origin)
    SELECT fs, after + row_number() OVER (ORDER BY t.key), 'created', t.path, source FROM tree t
      WHERE after IS NOT NULL;
END;
$$;
