-- The largest message body in bytes: 256 KiB.
--
-- Result: 262144.
-- Locks: none.
-- See spec 7.1.
CREATE OR REPLACE FUNCTION body_cap_full()
RETURNS int
LANGUAGE sql
IMMUTABLE
PARALLEL SAFE
RETURN 262144;
