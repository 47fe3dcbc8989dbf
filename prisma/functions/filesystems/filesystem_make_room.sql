-- Lets a filesystem grow beyond its allowance or its own quotas, as far as its trash makes room for it.
--
-- Parameters:
--   f             the filesystem's row, which the caller has locked
--   more_bytes    bytes that are to be added
--   more_entries  entries that are to be added
--
-- Result: NULL, or the refusal (byte_quota_exceeded, entry_quota_exceeded, organisation_byte_quota_exceeded,
-- organisation_entry_quota_exceeded).
-- Locks: those of organisation_allow, only beyond the allowance.
-- See spec 5.36.
CREATE OR REPLACE FUNCTION filesystem_make_room(
  f filesystem,
  more_bytes bigint,
  more_entries bigint
)
RETURNS text
LANGUAGE plpgsql
AS $$
DECLARE
  bytes_over bigint;
  entries_over bigint;
  refusal text;
BEGIN
  BEGIN
    LOOP
      bytes_over := CASE WHEN more_bytes > 0 THEN f.retained_bytes + more_bytes - f.byte_quota END;
      entries_over := CASE WHEN more_entries > 0 THEN f.entries + more_entries - f.entry_quota END;
      EXIT WHEN (greatest(bytes_over, entries_over) > 0) IS NOT TRUE;
      IF NOT trash_free(f.id, bytes_over, entries_over) THEN
        refusal := CASE WHEN bytes_over > 0 THEN 'byte_quota_exceeded' ELSE 'entry_quota_exceeded' END;
        EXIT;
      END IF;
      SELECT * INTO f FROM filesystem x WHERE x.id = f.id;
    END LOOP;
    IF refusal IS NULL AND ((more_bytes > 0 AND f.retained_bytes + more_bytes > f.byte_allowance)
      OR (more_entries > 0 AND f.entries + more_entries > f.entry_allowance)) THEN
      refusal := organisation_allow(f, more_bytes, more_entries);
    END IF;
    IF refusal IS NOT NULL THEN
      RAISE EXCEPTION USING ERRCODE = 'TM001';
    END IF;
  EXCEPTION WHEN SQLSTATE 'TM001' THEN
    -- What was deleted from the trash is back: a refused write deletes none.
    NULL;
  END;
  RETURN refusal;
END;
$$;
