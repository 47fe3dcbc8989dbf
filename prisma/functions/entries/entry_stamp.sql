-- Gives an entry that was just written its modification time and owner, without a change of its own.
--
-- Parameters:
--   fs        id of the filesystem
--   path      normalised path of the entry, which exists
--   new_time  modification time; NULL: unchanged
--   new_ns    nanoseconds of it beyond the milliseconds
--   new_uid   owner; NULL: unchanged
--   new_gid   group; NULL: unchanged
--
-- Result: the node.
-- Locks: none; the caller holds the filesystem's row.
-- See spec 5.25.
CREATE OR REPLACE FUNCTION entry_stamp(
  fs text,
  path text,
  new_time timestamptz,
  new_ns int,
  new_uid bigint,
  new_gid bigint
)
RETURNS node
LANGUAGE plpgsql
AS $$
DECLARE
  entry node := entry_at(fs, path);
BEGIN
  IF num_nonnulls(new_time, new_uid, new_gid) > 0 THEN
    UPDATE node n SET modified_at = coalesce(new_time, n.modified_at), uid = coalesce(new_uid, n.uid),
        modified_ns = CASE WHEN new_time IS NULL THEN n.modified_ns ELSE coalesce(new_ns, 0) END,
        gid = coalesce(new_gid, n.gid)
      WHERE n.filesystem_id = fs AND n.id = entry.id RETURNING n.* INTO entry;
  END IF;
  RETURN entry;
END;
$$;
