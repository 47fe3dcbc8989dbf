-- Forgets contents that files lost a while ago, some of them, and deletes the small ones that no file of their
-- filesystem has. What an upload is storing now stays for the next call.
--
-- Parameters:
--   before  those that were lost later stay
--   amount  how many at most
--
-- Result: how many were forgotten.
-- Locks: their rows and contents, skipping locked ones.
-- See spec 5.24, 5.37.
CREATE OR REPLACE FUNCTION former_contents_prune(
  before timestamptz,
  amount int
)
RETURNS int
LANGUAGE plpgsql
AS $$
DECLARE
  due tid[];
  unused tid[];
  n int;
BEGIN
  -- Who makes a file lose one of them meanwhile waits, and notes it again.
  due := ARRAY(SELECT f.ctid FROM former_content f WHERE f.left_at <= before LIMIT amount FOR UPDATE SKIP LOCKED);
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
  GET DIAGNOSTICS n = ROW_COUNT;
  RETURN n;
END;
$$;
