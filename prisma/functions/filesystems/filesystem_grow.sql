-- Whether a write may make a filesystem grow under its own quotas and those of its organisation. Where they need room,
-- the oldest items of its trash are deleted. Within its quotas and its allowance it reads nothing.
--
-- Parameters:
--   f             the filesystem's row, which the caller has locked
--   more_bytes    bytes that are to be added
--   more_entries  entries that are to be added
--
-- Result: NULL, or the refusal, as filesystem_make_room.
-- Locks: those of organisation_allow, only beyond the allowance.
-- See spec 5.36, docs/decisions/0016-organisation-quotas.md.
CREATE OR REPLACE FUNCTION filesystem_grow(
  f filesystem,
  more_bytes bigint,
  more_entries bigint
)
RETURNS text
LANGUAGE sql
AS $$
  SELECT CASE WHEN (more_bytes > 0 AND f.retained_bytes + more_bytes > least(f.byte_quota, f.byte_allowance))
      OR (more_entries > 0 AND f.entries + more_entries > least(f.entry_quota, f.entry_allowance))
    THEN filesystem_make_room(f, more_bytes, more_entries) END
$$;
