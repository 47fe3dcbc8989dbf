-- Lets a filesystem grow beyond its allowance: one filesystem of the organisation at a time takes a block more,
-- or half of what is left. When that would make room, takes back what other filesystems do not use, then deletes the
-- oldest items of trash: first of this filesystem, then of the others.
--
-- Parameters:
--   f             the filesystem's row, which the caller has locked
--   more_bytes    bytes that are to be added
--   more_entries  entries that are to be added
--
-- Result: NULL, or the refusal (organisation_byte_quota_exceeded, organisation_entry_quota_exceeded).
-- Locks: an advisory lock of the organisation, then other filesystems of it, SKIP LOCKED.
-- See spec 5.36, docs/decisions/0016-organisation-quotas.md.
CREATE OR REPLACE FUNCTION organisation_allow(
  f filesystem,
  more_bytes bigint,
  more_entries bigint
)
RETURNS text
LANGUAGE plpgsql
SET enable_seqscan = off
AS $$
DECLARE
  byte_block CONSTANT bigint := 64 * 1024 * 1024;
  entry_block CONSTANT bigint := 1000;
  room record;
  bytes_over bigint;
  entries_over bigint;
  trash record;
  other text;
BEGIN
  -- Not the organisation's row: others lock that first and a filesystem afterwards.
  PERFORM pg_advisory_xact_lock(hashtextextended('tidemark.quota ' || f.org_id, 0));
  LOOP
    SELECT * INTO room FROM organisation_room(f.org_id, f.id);
    bytes_over := CASE WHEN more_bytes > 0 THEN f.retained_bytes + more_bytes - room.bytes END;
    entries_over := CASE WHEN more_entries > 0 THEN f.entries + more_entries - room.entries END;
    EXIT WHEN (greatest(bytes_over, entries_over) > 0) IS NOT TRUE;
    -- Reclaim what the others do not use. One that is being written keeps it: waiting for it could be a deadlock.
    UPDATE filesystem x SET
      byte_allowance = CASE WHEN x.byte_allowance > x.retained_bytes THEN x.retained_bytes ELSE x.byte_allowance END,
      entry_allowance = CASE WHEN x.entry_allowance > x.entries THEN x.entries ELSE x.entry_allowance END
    WHERE x.id = ANY (ARRAY(SELECT o.id FROM filesystem o WHERE o.org_id = f.org_id AND o.id <> f.id
      AND (o.byte_allowance > o.retained_bytes OR o.entry_allowance > o.entries) FOR NO KEY UPDATE SKIP LOCKED));
    CONTINUE WHEN FOUND;
    SELECT sum(x.trash_bytes) AS bytes, sum(x.trash_entries) AS entries INTO trash
      FROM filesystem x WHERE x.org_id = f.org_id;
    SELECT o.id INTO other FROM filesystem o, LATERAL (
        SELECT i.id FROM trash_item i WHERE i.filesystem_id = o.id ORDER BY i.id LIMIT 1) oldest
      WHERE o.org_id = f.org_id AND o.trash_entries > 0
        AND (bytes_over > trash.bytes OR entries_over > trash.entries) IS NOT TRUE
      ORDER BY o.id <> f.id, oldest.id LIMIT 1 FOR NO KEY UPDATE OF o SKIP LOCKED;
    IF NOT FOUND THEN
      RETURN CASE WHEN bytes_over > 0 THEN 'organisation_byte_quota_exceeded'
        ELSE 'organisation_entry_quota_exceeded' END;
    END IF;
    PERFORM trash_free(other, bytes_over, entries_over);
    SELECT * INTO f FROM filesystem x WHERE x.id = f.id;
  END LOOP;
  UPDATE filesystem x SET
    byte_allowance = f.retained_bytes + more_bytes + CASE WHEN room.bytes IS NOT NULL
      THEN greatest(0, least(byte_block, (room.bytes - f.retained_bytes - more_bytes) / 2)) END,
    entry_allowance = f.entries + more_entries + CASE WHEN room.entries IS NOT NULL
      THEN greatest(0, least(entry_block, (room.entries - f.entries - more_entries) / 2)) END
  WHERE x.id = f.id;
  RETURN NULL;
END;
$$;
