-- Forgets contents that files lost a while ago, some of them.
--
-- Parameters:
--   before  those that were lost later stay
--   amount  how many at most
--
-- Result: how many.
-- Locks: their rows.
-- See spec 5.37.
CREATE OR REPLACE FUNCTION former_contents_prune(
  before timestamptz,
  amount int
)
RETURNS int
LANGUAGE sql
AS $$
  WITH gone AS (
    DELETE FROM former_content f WHERE f.left_at <= before AND f.ctid = ANY (ARRAY(
      SELECT x.ctid FROM former_content x WHERE x.left_at <= before LIMIT amount)) RETURNING 1)
  SELECT count(*)::int FROM gone
$$;
