-- Deletes a filesystem with its grants, webhooks, deliveries and mount sessions. Nodes, dirents and changes
-- have no foreign key and are left to the cleanup: without the filesystem's row nothing writes them.
--
-- Parameters:
--   fs   id of the filesystem
--   org  id of the organisation
--
-- Result: false if the organisation has no such filesystem.
-- Locks: its grants by key FOR UPDATE, the filesystem's row FOR UPDATE, webhooks by id, mount sessions by id.
-- See spec 4.17, 7.13.
CREATE OR REPLACE FUNCTION filesystem_delete(
  fs text,
  org text
)
RETURNS boolean
LANGUAGE plpgsql
AS $$
BEGIN
  LOOP
    BEGIN
      PERFORM FROM filesystem_grant g WHERE g.filesystem_id = fs ORDER BY g.api_key_id FOR UPDATE;
      PERFORM FROM filesystem f WHERE f.id = fs AND f.org_id = org FOR UPDATE;
      IF NOT FOUND THEN RETURN false; END IF;
      -- A grant set between the two may be locked by a transaction that waits for the filesystem: release both and
      -- start over.
      PERFORM FROM filesystem_grant g WHERE g.filesystem_id = fs FOR UPDATE NOWAIT;
      EXIT;
    EXCEPTION WHEN lock_not_available THEN NULL;
    END;
  END LOOP;
  PERFORM FROM webhook w WHERE w.filesystem_id = fs ORDER BY w.id FOR UPDATE;
  PERFORM FROM mount_session m WHERE m.filesystem_id = fs ORDER BY m.id FOR UPDATE;
  INSERT INTO deleted_filesystem (filesystem_id) VALUES (fs);
  DELETE FROM filesystem f WHERE f.id = fs;
  RETURN true;
END;
$$;
