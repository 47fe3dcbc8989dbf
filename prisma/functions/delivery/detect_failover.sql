-- Detects that the database server is not the one of the last call, after a failover or a restore, and then
-- jumps the cursors (cursors_jump). Of several callers only the first does it.
--
-- Parameters:
--   lossless  true: failovers never lose a commit, so a new timeline is only recorded
--
-- Result: true if the cursors jumped.
-- Locks: database_identity, then those of cursors_jump.
-- See spec 6.1.
CREATE OR REPLACE FUNCTION detect_failover(
  lossless boolean
)
RETURNS boolean
LANGUAGE plpgsql
AS $$
DECLARE
  server bigint := (SELECT c.system_identifier FROM pg_control_system() c);
  line text := left(pg_walfile_name(pg_current_wal_lsn()), 8);
BEGIN
  IF EXISTS (SELECT FROM database_identity i WHERE i.system_identifier = server AND i.timeline = line) THEN
    RETURN false;
  END IF;
  INSERT INTO database_identity (system_identifier, timeline) VALUES (server, line) ON CONFLICT DO NOTHING;
  IF FOUND THEN RETURN false; END IF;
  -- Of the callers that detect it at once, the first one jumps.
  UPDATE database_identity i SET system_identifier = server, timeline = line
  WHERE (i.system_identifier, i.timeline) <> (server, line);
  IF NOT FOUND OR lossless THEN RETURN false; END IF;
  PERFORM cursors_jump();
  RETURN true;
END;
$$;
