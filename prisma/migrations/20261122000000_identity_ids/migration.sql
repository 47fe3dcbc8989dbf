-- Lets people see and disconnect the identities that open their account. Rewrites a small table.

-- An id as the service makes them: the prefix, the time of its creation, and chance, in base32.
ALTER TABLE identity ADD COLUMN id text COLLATE "C";
UPDATE identity SET id = 'ident_' || (
  SELECT string_agg(substr('0123456789abcdefghjkmnpqrstvwxyz', ((floor(extract(epoch FROM created_at) * 1000)::bigint >> shift) & 31)::integer + 1, 1), '' ORDER BY shift DESC)
  FROM generate_series(0, 45, 5) AS shift
) || substr(md5(gen_random_uuid()::text), 1, 16);
ALTER TABLE identity ALTER COLUMN id SET NOT NULL, ADD CONSTRAINT identity_id_key UNIQUE (id);
