-- The status of a delivery as the API shows it. Two values are stored nowhere: a waiting message whose
-- webhook holds a lease is in flight, and a waiting message whose webhook lost access for good is dropped.
--
-- Parameters:
--   d  the delivery
--   w  its webhook
--
-- Result: waiting, in_flight, delivered or dropped.
-- Locks: none.
-- See spec 7.16.
CREATE OR REPLACE FUNCTION delivery_status(
  d delivery,
  w webhook
)
RETURNS text
LANGUAGE sql
STABLE
AS $$
  SELECT CASE WHEN d.status = 'waiting' AND w.msg_id = d.id AND w.lease_until > clock_timestamp() AND NOT w.resending
      THEN 'in_flight'
    WHEN d.status = 'waiting' AND w.disabled_reason = 'access_revoked' THEN 'dropped' ELSE d.status END
$$;
