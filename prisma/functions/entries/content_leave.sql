-- Notes contents that files have lost, so that who has one of them open reads on for an hour.
--
-- Parameters:
--   fs      id of the filesystem, whose row the caller has locked
--   hashes  SHA-256 of each content
--   sizes   its size in bytes
--
-- Result: none.
-- Locks: their rows.
-- See spec 5.37.
CREATE OR REPLACE FUNCTION content_leave(
  fs text,
  hashes bytea[],
  sizes bigint[]
)
RETURNS void
LANGUAGE sql
AS $$
  INSERT INTO former_content (filesystem_id, hash, size)
  SELECT DISTINCT fs, l.hash, l.size FROM unnest(hashes, sizes) l (hash, size)
  ON CONFLICT (filesystem_id, hash) DO UPDATE SET left_at = clock_timestamp()
$$;
