-- Notes contents that went with what was in the trash: the next cleanup deletes the small ones that nothing else has.
--
-- Parameters:
--   fs      id of the filesystem, whose row the caller has locked
--   hashes  SHA-256 of each content
--   sizes   its size in bytes
--
-- Result: none.
-- Locks: their rows.
-- See spec 5.24.
CREATE OR REPLACE FUNCTION content_purge(
  fs text,
  hashes bytea[],
  sizes bigint[]
)
RETURNS void
LANGUAGE sql
AS $$
  INSERT INTO former_content (filesystem_id, hash, size, left_at)
  SELECT DISTINCT fs, l.hash, l.size, timestamptz '-infinity' FROM unnest(hashes, sizes) l (hash, size)
  -- An update, because it waits for a cleanup that still sees a file with this content, and forgets it.
  ON CONFLICT (filesystem_id, hash) DO UPDATE SET left_at = former_content.left_at
$$;
