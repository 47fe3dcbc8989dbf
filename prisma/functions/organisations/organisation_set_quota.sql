-- Sets the quotas of an organisation that are given. What its filesystems already hold stays.
--
-- Parameters:
--   org           id of the organisation
--   with_bytes    true: set the byte quota
--   new_bytes     retained bytes; NULL: unlimited
--   with_entries  true: set the entry quota
--   new_entries   entries; NULL: unlimited
--
-- Result: the quotas that apply now, or no row if there is no such organisation.
-- Locks: the organisation's row, then its filesystems by id.
-- See docs/decisions/0016-organisation-quotas.md.
CREATE OR REPLACE FUNCTION organisation_set_quota(
  org text,
  with_bytes boolean,
  new_bytes bigint,
  with_entries boolean,
  new_entries bigint
)
RETURNS TABLE (byte_quota bigint, entry_quota bigint)
LANGUAGE plpgsql
AS $$
#variable_conflict use_column
BEGIN
  UPDATE organisation o SET byte_quota = CASE WHEN with_bytes THEN new_bytes ELSE o.byte_quota END,
    entry_quota = CASE WHEN with_entries THEN new_entries ELSE o.entry_quota END WHERE o.id = org;
  PERFORM FROM filesystem f WHERE f.org_id = org ORDER BY f.id FOR NO KEY UPDATE;
  UPDATE filesystem f SET byte_allowance = CASE WHEN o.byte_quota IS NOT NULL THEN f.retained_bytes END,
    entry_allowance = CASE WHEN o.entry_quota IS NOT NULL THEN f.entries END
    FROM organisation o WHERE o.id = org AND f.org_id = org;
  RETURN QUERY SELECT o.byte_quota, o.entry_quota FROM organisation o WHERE o.id = org;
END;
$$;
