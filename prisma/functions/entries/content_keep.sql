-- Stores a small content of a file that the same transaction writes. An existing one is locked, which keeps it from
-- a cleanup at the same time.
--
-- Parameters:
--   fs      id of the filesystem, whose row the caller has locked
--   sha256  SHA-256 of the content
--   bytes   the content
--
-- Result: true.
-- Locks: the content's row.
-- See spec 5.24.
CREATE OR REPLACE FUNCTION content_keep(
  fs text,
  sha256 bytea,
  bytes bytea
)
RETURNS boolean
LANGUAGE sql
AS $$
  INSERT INTO content (filesystem_id, hash, bytes) VALUES (fs, sha256, bytes)
  ON CONFLICT (filesystem_id, hash) DO UPDATE SET hash = EXCLUDED.hash
  RETURNING true
$$;
