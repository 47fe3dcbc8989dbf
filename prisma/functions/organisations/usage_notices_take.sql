-- Takes the notices of limits of which 80 or 100 % are used. Each is taken once, however many processes ask, and again
-- only after the use has been ten points lower. What the trash holds does not count: it makes room when it has to.
--
-- Parameters:
--   filesystem_limit  filesystems per organisation
--   key_limit         API keys per organisation
--   max_rows          most notices to take
--
-- Result (rows):
--   org_id         id of the organisation
--   filesystem_id  id of the filesystem whose own quota it is; NULL: a limit of the organisation
--   filesystem     its name
--   kind           'bytes', 'entries', 'filesystems' or 'api_keys'
--   percent        of the limit, rounded down
--
-- Locks: the notices.
-- See spec 10.10.
CREATE OR REPLACE FUNCTION usage_notices_take(
  filesystem_limit int,
  key_limit int,
  max_rows int
)
RETURNS TABLE (
  org_id text,
  filesystem_id text,
  filesystem text,
  kind text,
  percent int
)
LANGUAGE sql
AS $$
  WITH usage AS (
    SELECT f.id AS subject, f.org_id, f.id AS filesystem_id, f.name AS filesystem, v.* FROM filesystem f
    CROSS JOIN LATERAL (VALUES ('bytes', f.retained_bytes - f.trash_bytes, f.byte_quota),
      ('entries', f.entries - f.trash_entries, f.entry_quota)) v (kind, used, most)
    UNION ALL
    SELECT o.id, o.id, NULL, NULL, v.* FROM organisation o
    JOIN (SELECT f.org_id, sum(f.retained_bytes - f.trash_bytes) AS bytes,
        sum(f.entries - f.trash_entries) AS entries, count(*) AS n FROM filesystem f
      GROUP BY f.org_id) f ON f.org_id = o.id
    CROSS JOIN LATERAL (VALUES ('bytes', f.bytes, o.byte_quota), ('entries', f.entries, o.entry_quota),
      ('filesystems', f.n, filesystem_limit)) v (kind, used, most)
    UNION ALL
    SELECT k.org_id, k.org_id, NULL, NULL, 'api_keys', count(*), key_limit FROM api_key k WHERE k.revoked_at IS NULL
    GROUP BY k.org_id
  ), shares AS (
    SELECT u.*, 100.0 * u.used / greatest(u.most, 1) AS share, n.percent AS known FROM usage u
    LEFT JOIN usage_notice n ON n.subject = u.subject AND n.kind = u.kind WHERE u.most IS NOT NULL
  ), levels AS (
    -- An upload that no longer fits leaves some bytes unused, so 99 % of them is full.
    SELECT s.*, CASE WHEN s.share >= 100 OR (s.kind = 'bytes' AND s.share >= 99) OR (s.known = 100 AND s.share >= 90)
      THEN 100 WHEN s.share >= 80 OR (s.known >= 80 AND s.share >= 70) THEN 80 END AS level
    FROM shares s
  ), room AS (
    DELETE FROM usage_notice n WHERE NOT EXISTS (
      SELECT FROM levels l WHERE l.subject = n.subject AND l.kind = n.kind AND l.level IS NOT NULL)
  ), lowered AS (
    UPDATE usage_notice n SET percent = l.level FROM levels l
    WHERE l.subject = n.subject AND l.kind = n.kind AND l.level < n.percent
  ), taken AS (
    INSERT INTO usage_notice AS n (subject, kind, percent)
    SELECT l.subject, l.kind, l.level FROM levels l WHERE l.level > coalesce(l.known, 0)
    ORDER BY l.subject, l.kind LIMIT max_rows
    ON CONFLICT (subject, kind) DO UPDATE SET percent = excluded.percent WHERE n.percent < excluded.percent
    RETURNING n.subject, n.kind)
  SELECT l.org_id, l.filesystem_id, l.filesystem, l.kind, least(floor(l.share), 2147483647)::int
  FROM taken t JOIN levels l USING (subject, kind)
$$;
