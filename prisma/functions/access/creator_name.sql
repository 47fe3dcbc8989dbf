-- What people call the creator of a webhook, a mount or an API key.
--
-- Parameters:
--   creator  `key:` or `user:` and an id, as in created_by
--
-- Result: the name of the API key, also of a revoked one, or of the user; NULL if the account is gone, and for the
-- operator.
-- Locks: none.
-- See spec 7.15, 4.14, 4.22.
CREATE OR REPLACE FUNCTION creator_name(
  creator text
)
RETURNS text
LANGUAGE sql
STABLE
AS $$
  SELECT CASE split_part(creator, ':', 1)
    WHEN 'key' THEN (SELECT k.name FROM api_key k WHERE k.id = split_part(creator, ':', 2))
    WHEN 'user' THEN (SELECT u.name FROM app_user u WHERE u.id = split_part(creator, ':', 2))
  END
$$;
