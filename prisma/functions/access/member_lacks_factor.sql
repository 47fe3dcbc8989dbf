-- Whether an organisation requires a second factor that a user does not have.
--
-- Parameters:
--   holder      id of the user; NULL for none
--   org         id of the organisation; NULL for none
--
-- Result: true if the user has to add one first, otherwise false.
-- Locks: none.
-- See spec 3.22.
CREATE OR REPLACE FUNCTION member_lacks_factor(
  holder text,
  org text
)
RETURNS boolean
LANGUAGE sql
STABLE
AS $$
  SELECT EXISTS (SELECT FROM organisation o WHERE o.id = org AND o.second_factor_required)
    AND NOT has_second_factor(holder)
$$;
