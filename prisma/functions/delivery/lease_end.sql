-- When a lease ends. A lease that ends later than any lease can comes from a clock that was set back since
-- and counts as over. The bound is twice a lease: waiting is better than sending beside an attempt in flight.
--
-- Parameters:
--   t      end of the lease as stored, or NULL
--   clock  the database's time
--
-- Result: the end, or NULL.
-- Locks: none.
-- See spec 7.5.
CREATE OR REPLACE FUNCTION lease_end(
  t timestamptz,
  clock timestamptz
)
RETURNS timestamptz
LANGUAGE sql
STABLE
PARALLEL SAFE
RETURN CASE WHEN t > clock + interval '40 s' THEN clock ELSE t END;
