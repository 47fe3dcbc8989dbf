-- Claims the API keys whose owners are to be warned now that they expire: 14, 3 or 1 days before, once each. A
-- claim that was not confirmed, because its process died or no mail server responded, can be claimed again after
-- 15 minutes.
--
-- Parameters:
--   max_rows    most keys to claim
--
-- Result (rows):
--   key_id      id of the key
--   claim       what confirms the claim
--   days        which of the warnings it is: 14, 3 or 1
--
-- Locks: keys by expiry FOR NO KEY UPDATE SKIP LOCKED.
-- See spec 3.28.
CREATE OR REPLACE FUNCTION key_warnings_claim(
  max_rows int
)
RETURNS TABLE (
  key_id text,
  claim text,
  days int
)
LANGUAGE sql
AS $$
  UPDATE api_key k SET expiry_claimed_at = clock_timestamp() FROM (
    SELECT a.id, d.days FROM api_key a CROSS JOIN LATERAL (
      SELECT min(n) AS days FROM unnest('{14,3,1}'::int[]) n
      WHERE a.expires_at - make_interval(hours => 24 * n) <= statement_timestamp()) d
    WHERE a.revoked_at IS NULL AND a.expires_at > statement_timestamp()
      AND a.expires_at <= statement_timestamp() + interval '336 h'
      -- A moment that passed before the key was created, or before the last warning, needs no warning.
      AND coalesce(a.expiry_warned_at, a.created_at) < a.expires_at - make_interval(hours => 24 * d.days)
      AND coalesce(a.expiry_claimed_at < statement_timestamp() - interval '15 min', true)
    ORDER BY a.expires_at LIMIT max_rows FOR NO KEY UPDATE OF a SKIP LOCKED) x
  WHERE k.id = x.id RETURNING k.id, k.expiry_claimed_at::text, x.days
$$;
