-- Ends what a creator made in an organisation or on one of its filesystems, in the transaction that takes
-- away its access: webhooks are disabled and mount sessions end. If the creator may still read, only mount
-- sessions that write end.
--
-- Parameters:
--   creator        key:<id> or user:<id>
--   org            id of the organisation
--   fs             id of the filesystem; NULL: all filesystems of the organisation
--   reading_stays  true: access goes from rw to ro
--
-- Result: nothing.
-- Locks: webhooks by id FOR UPDATE, then mount sessions by id FOR UPDATE; the caller holds the creator's
--   rows.
-- See spec 3.15, 7.13.
CREATE OR REPLACE FUNCTION access_ended(
  creator text,
  org text,
  fs text,
  reading_stays boolean
)
RETURNS void
LANGUAGE plpgsql
AS $$
BEGIN
  IF NOT reading_stays THEN
    PERFORM FROM webhook w JOIN filesystem f ON f.id = w.filesystem_id
      WHERE w.created_by = creator AND f.org_id = org AND (fs IS NULL OR f.id = fs) ORDER BY w.id FOR UPDATE OF w;
    UPDATE webhook w SET wake_at = NULL, stopped_at = clock_timestamp(), state = 'disabled',
      disabled_reason = 'access_revoked'
    FROM filesystem f
    WHERE w.created_by = creator AND f.id = w.filesystem_id AND f.org_id = org AND (fs IS NULL OR f.id = fs)
      AND w.disabled_reason IS DISTINCT FROM 'access_revoked';
  END IF;
  PERFORM FROM mount_session m WHERE m.created_by = creator AND m.org_id = org AND (fs IS NULL OR m.filesystem_id = fs)
    AND m.ends_at > clock_timestamp() ORDER BY m.id FOR UPDATE;
  UPDATE mount_session m SET stopped_at = clock_timestamp(), stopped_reason = 'access_revoked'
  WHERE m.created_by = creator AND m.org_id = org AND (fs IS NULL OR m.filesystem_id = fs) AND m.stopped_at IS NULL
    AND m.ends_at > clock_timestamp() AND (NOT reading_stays OR m.mode = 'rw');
END;
$$;
