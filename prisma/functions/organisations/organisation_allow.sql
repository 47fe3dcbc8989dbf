-- Lets a filesystem grow beyond its allowance: one filesystem of the organisation at a time takes a block more,
-- or half of what is left. Takes back what other filesystems do not use when that would make room.
--
-- Parameters:
--   f             the filesystem's row, which the caller has locked
--   more_bytes    bytes that are to be added
--   more_entries  entries that are to be added
--
-- Result: NULL, or the refusal (organisation_byte_quota_exceeded, organisation_entry_quota_exceeded).
-- Locks: an advisory lock of the organisation, then other filesystems of it, SKIP LOCKED.
-- See docs/decisions/0016-organisation-quotas.md.
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
  new_bytes bigint := f.retained_bytes + more_bytes;
  new_entries bigint := f.entries + more_entries;
  room record;
BEGIN
  -- Not the organisation's row: others lock that first and a filesystem afterwards.
  PERFORM pg_advisory_xact_lock(hashtextextended('tidemark.quota ' || f.org_id, 0));
  SELECT * INTO room FROM organisation_room(f.org_id, f.id);
  IF (more_bytes > 0 AND new_bytes > room.bytes) OR (more_entries > 0 AND new_entries > room.entries) THEN
    -- Reclaim what the others do not use. One that is being written keeps it: waiting for it could be a deadlock.
    UPDATE filesystem x SET
      byte_allowance = CASE WHEN x.byte_allowance > x.retained_bytes THEN x.retained_bytes ELSE x.byte_allowance END,
      entry_allowance = CASE WHEN x.entry_allowance > x.entries THEN x.entries ELSE x.entry_allowance END
    WHERE x.id = ANY (ARRAY(SELECT o.id FROM filesystem o WHERE o.org_id = f.org_id AND o.id <> f.id
      AND (o.byte_allowance > o.retained_bytes OR o.entry_allowance > o.entries) FOR NO KEY UPDATE SKIP LOCKED));
    SELECT * INTO room FROM organisation_room(f.org_id, f.id);
  END IF;
  IF more_bytes > 0 AND new_bytes > room.bytes THEN RETURN 'organisation_byte_quota_exceeded'; END IF;
  IF more_entries > 0 AND new_entries > room.entries THEN RETURN 'organisation_entry_quota_exceeded'; END IF;
  UPDATE filesystem x SET
    byte_allowance = new_bytes + CASE WHEN room.bytes IS NOT NULL
      THEN greatest(0, least(byte_block, (room.bytes - new_bytes) / 2)) END,
    entry_allowance = new_entries + CASE WHEN room.entries IS NOT NULL
      THEN greatest(0, least(entry_block, (room.entries - new_entries) / 2)) END
  WHERE x.id = f.id;
  RETURN NULL;
END;
$$;
