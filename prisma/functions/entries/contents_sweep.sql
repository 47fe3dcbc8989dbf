-- One step through the small contents: deletes those that no file of their filesystem has or had lately. It locks
-- them first and asks again, because an upload may have stored one of them meanwhile; what an upload is storing now
-- is skipped.
--
-- Parameters:
--   before      contents stored or lost later stay
--   after_fs    filesystem of the last content of the previous step; '' to start
--   after_hash  its SHA-256
--   amount      how many contents to read
--
-- Result:
--   read        how many there were
--   deleted     how many are gone
--   last_fs     filesystem of the last one read, or NULL
--   last_hash   its SHA-256
--
-- Locks: contents, skipping locked ones.
-- See spec 5.24.
CREATE OR REPLACE FUNCTION contents_sweep(
  before timestamptz,
  after_fs text,
  after_hash bytea,
  amount int,
  OUT read int,
  OUT deleted int,
  OUT last_fs text,
  OUT last_hash bytea
)
LANGUAGE plpgsql
AS $$
DECLARE
  unused tid[];
BEGIN
  WITH page AS (
    SELECT c.filesystem_id, c.hash FROM content c WHERE (c.filesystem_id, c.hash) > (after_fs, after_hash)
    ORDER BY c.filesystem_id, c.hash LIMIT amount)
  SELECT count(*), (array_agg(p.filesystem_id ORDER BY p.filesystem_id DESC, p.hash DESC))[1],
    (array_agg(p.hash ORDER BY p.filesystem_id DESC, p.hash DESC))[1]
    INTO read, last_fs, last_hash FROM page p;
  unused := ARRAY(
    SELECT c.ctid FROM content c
    WHERE (c.filesystem_id, c.hash) > (after_fs, after_hash) AND (c.filesystem_id, c.hash) <= (last_fs, last_hash)
      AND c.stored_at <= before
      AND NOT EXISTS (SELECT FROM node n WHERE n.blob_hash = c.hash AND n.filesystem_id = c.filesystem_id)
      AND NOT EXISTS (SELECT FROM former_content f
        WHERE f.filesystem_id = c.filesystem_id AND f.hash = c.hash AND f.left_at > before)
    FOR UPDATE SKIP LOCKED);
  DELETE FROM content c WHERE c.ctid = ANY (unused)
    AND NOT EXISTS (SELECT FROM node n WHERE n.blob_hash = c.hash AND n.filesystem_id = c.filesystem_id)
    AND NOT EXISTS (SELECT FROM former_content f
      WHERE f.filesystem_id = c.filesystem_id AND f.hash = c.hash AND f.left_at > before);
  GET DIAGNOSTICS deleted = ROW_COUNT;
END;
$$;
