-- Whether a write may make a filesystem grow under its organisation's quotas. Within the filesystem's allowance
-- it reads nothing.
--
-- Parameters:
--   f             the filesystem's row, which the caller has locked
--   more_bytes    bytes that are to be added
--   more_entries  entries that are to be added
--
-- Result: NULL, or the refusal (organisation_byte_quota_exceeded, organisation_entry_quota_exceeded).
-- Locks: those of organisation_allow, only beyond the allowance.
-- See docs/decisions/0016-organisation-quotas.md.
CREATE OR REPLACE FUNCTION filesystem_grow(
  f filesystem,
  more_bytes bigint,
  more_entries bigint
)
RETURNS text
LANGUAGE sql
AS $$
  SELECT CASE WHEN (more_bytes > 0 AND f.retained_bytes + more_bytes > f.byte_allowance)
      OR (more_entries > 0 AND f.entries + more_entries > f.entry_allowance)
    THEN organisation_allow(f, more_bytes, more_entries) END
$$;
