-- Whether a user has a second factor: an authenticator app or a passkey.
--
-- Parameters:
--   holder      id of the user; NULL for none
--
-- Result: true if they have one, otherwise false.
-- Locks: none.
-- See spec 3.21, 3.26.
CREATE OR REPLACE FUNCTION has_second_factor(
  holder text
)
RETURNS boolean
LANGUAGE sql
STABLE
AS $$
  SELECT EXISTS (SELECT FROM second_factor x WHERE x.user_id = holder AND x.confirmed_at IS NOT NULL)
    OR EXISTS (SELECT FROM passkey p WHERE p.user_id = holder)
$$;
