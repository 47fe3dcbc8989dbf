-- Forgets contents that files lost a while ago, some of them, and deletes the small ones that no file of their
-- filesystem has. What an upload is storing now stays for the next call.
--
-- Parameters:
--   before  those that were lost later stay
--   amount  how many at most
--
-- Result:
--   forgotten  how many
--   blobs      SHA-256, in hexadecimal, of those that are not rows, so that a blob may be there for nothing
--
-- Locks: their rows and contents, skipping locked ones.
-- See spec 5.24, 5.37.
CREATE OR REPLACE FUNCTION contents_forget(
  before timestamptz,
  amount int,
  OUT forgotten int,
  OUT blobs text[]
)
LANGUAGE plpgsql
AS $$
DECLARE
  due tid[];
  unused tid[];
BEGIN
  -- Who makes a file lose one of them meanwhile waits, and notes it again.
  due := ARRAY(SELECT f.ctid FROM former_content f WHERE f.left_at <= before LIMIT amount FOR UPDATE SKIP LOCKED);
  blobs := ARRAY(
    SELECT DISTINCT encode(f.hash, 'hex') FROM former_content f WHERE f.ctid = ANY (due)
      AND NOT EXISTS (SELECT FROM content c WHERE c.filesystem_id = f.filesystem_id AND c.hash = f.hash));
  unused := ARRAY(
    SELECT c.ctid FROM former_content f JOIN content c USING (filesystem_id, hash) WHERE f.ctid = ANY (due)
      AND NOT EXISTS (SELECT FROM node n WHERE n.blob_hash = c.hash AND n.filesystem_id = c.filesystem_id)
    FOR UPDATE OF c SKIP LOCKED);
  -- Asked again: until they were locked, an upload may have stored one of them.
  DELETE FROM content c WHERE c.ctid = ANY (unused)
    AND NOT EXISTS (SELECT FROM node n WHERE n.blob_hash = c.hash AND n.filesystem_id = c.filesystem_id);
  DELETE FROM former_content f WHERE f.ctid = ANY (due)
    AND (NOT EXISTS (SELECT FROM content c WHERE c.filesystem_id = f.filesystem_id AND c.hash = f.hash)
      OR EXISTS (SELECT FROM node n WHERE n.blob_hash = f.hash AND n.filesystem_id = f.filesystem_id));
  GET DIAGNOSTICS forgotten = ROW_COUNT;
END;
$$;
