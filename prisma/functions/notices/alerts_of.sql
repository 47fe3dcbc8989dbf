-- What a member gets e-mails about: what they chose, as far as their role may see it.
--
-- Parameters:
--   role    their role
--   chosen  topics; NULL: the default of the role
--
-- Result: topics, sorted: 'api_keys', 'usage', 'webhooks'.
-- Locks: none.
-- See spec 7.38.
CREATE OR REPLACE FUNCTION alerts_of(
  role text,
  chosen text[]
)
RETURNS text[]
LANGUAGE sql
IMMUTABLE
RETURN ARRAY(
  SELECT DISTINCT t FROM unnest(coalesce(chosen, CASE role WHEN 'owner' THEN '{api_keys,usage,webhooks}'::text[]
    WHEN 'admin' THEN '{webhooks}'::text[] ELSE '{}'::text[] END)) t
  WHERE t <> 'api_keys' OR role IN ('owner', 'admin') ORDER BY t);
