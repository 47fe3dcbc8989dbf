-- A content that files of a filesystem have, or had within the last hour. Contents of other filesystems take as long
-- as those that do not exist.
--
-- Parameters:
--   fs    id of the filesystem
--   tag   the first 16 bytes of its SHA-256
--
-- Result:
--   code   the refusal, or NULL; one of content_not_found
--   hash   SHA-256 of the content
--   size   its size in bytes
--   bytes  the content, or NULL if it is a blob
--
-- Locks: none.
-- See spec 5.37.
CREATE OR REPLACE FUNCTION content_find(
  fs text,
  tag bytea,
  OUT code text,
  OUT hash bytea,
  OUT size bigint,
  OUT bytes bytea
)
LANGUAGE plpgsql
STABLE
SET enable_seqscan = off
AS $$
DECLARE
  last bytea := tag || '\xffffffffffffffffffffffffffffffff'::bytea;
BEGIN
  -- Many filesystems may have it: their nodes are not looked through.
  hash := coalesce((SELECT n.blob_hash FROM node n WHERE n.blob_hash >= tag AND n.blob_hash <= last
    ORDER BY n.blob_hash LIMIT 1), tag);
  size := (SELECT n.size FROM node n WHERE n.blob_hash = content_find.hash AND n.filesystem_id = fs LIMIT 1);
  IF size IS NULL THEN
    SELECT f.hash, f.size INTO hash, size FROM former_content f
      WHERE f.filesystem_id = fs AND f.hash >= tag AND f.hash <= last
        AND f.left_at > clock_timestamp() - interval '1 hour' LIMIT 1;
  END IF;
  IF size IS NULL THEN
    code := 'content_not_found';
    RETURN;
  END IF;
  SELECT c.bytes INTO bytes FROM content c WHERE c.filesystem_id = fs AND c.hash = content_find.hash;
END;
$$;
