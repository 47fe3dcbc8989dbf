-- How large a filesystem may become under the quotas of its organisation: what the others leave.
--
-- Parameters:
--   org      id of the organisation
--   fs       id of the filesystem
--
-- Result:
--   bytes    retained bytes it may reach; NULL: unlimited
--   entries  entries it may reach; NULL: unlimited
--
-- Locks: none.
-- See docs/decisions/0016-organisation-quotas.md.
CREATE OR REPLACE FUNCTION organisation_room(
  org text,
  fs text,
  OUT bytes bigint,
  OUT entries bigint
)
LANGUAGE sql
STABLE
AS $$
  SELECT o.byte_quota - (coalesce(sum(greatest(f.retained_bytes, f.byte_allowance)), 0))::bigint,
    o.entry_quota - (coalesce(sum(greatest(f.entries, f.entry_allowance)), 0))::bigint
  FROM organisation o LEFT JOIN filesystem f ON f.org_id = o.id AND f.id <> fs
  WHERE o.id = org GROUP BY o.id
$$;
