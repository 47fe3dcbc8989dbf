-- Notes contents that files have lost: who has one of them open reads on for an hour, and then the cleanup looks
-- whether anything still has it.
--
-- Parameters:
--   fs      id of the filesystem, whose row the caller has locked
--   hashes  SHA-256 of each content
--   sizes   its size in bytes
--   since   when they were lost; '-infinity' for what was in the trash, which no program has open
--
-- Result: none.
-- Locks: their rows.
-- See spec 5.24, 5.37.
CREATE OR REPLACE FUNCTION content_leave(
  fs text,
  hashes bytea[],
  sizes bigint[],
  since timestamptz
)
RETURNS void
LANGUAGE sql
AS $$
  INSERT INTO former_content (filesystem_id, hash, size, left_at)
  SELECT DISTINCT fs, l.hash, l.size, since FROM unnest(hashes, sizes) l (hash, size)
  ON CONFLICT (filesystem_id, hash) DO UPDATE SET left_at = greatest(former_content.left_at, EXCLUDED.left_at)
$$;
