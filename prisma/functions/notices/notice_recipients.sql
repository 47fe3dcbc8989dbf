-- Who gets e-mails about a topic.
--
-- Parameters:
--   org     id of the organisation
--   about   'api_keys', 'usage' or 'webhooks'
--
-- Result: addresses, sorted; none of a disabled account.
-- Locks: none.
-- See spec 7.38.
CREATE OR REPLACE FUNCTION notice_recipients(
  org text,
  about text
)
RETURNS text[]
LANGUAGE sql
STABLE
RETURN ARRAY(
  SELECT u.email FROM member m JOIN app_user u ON u.id = m.user_id
  WHERE m.org_id = org AND u.disabled_at IS NULL AND about = ANY (alerts_of(m.role, m.alerts)) ORDER BY u.email);
