-- Deleting a filesystem, and the filters of the audit log. Its indexes block new entries while they are made, moments on
-- a log that began with the same release.

CREATE INDEX audit_entry_actor ON audit_entry (org_id, actor_id, id);
CREATE INDEX audit_entry_action ON audit_entry (org_id, action, id);
CREATE INDEX audit_entry_target ON audit_entry (org_id, target_id, id);

-- Deletes a filesystem with its grants, webhooks, their deliveries and its mounts. What has no foreign key stays for the
-- sweep: nothing writes it without the filesystem's row. False: the organisation has no such filesystem.
CREATE FUNCTION filesystem_delete(fs text, org text) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  -- The order of locks: the creators' rows, the filesystem, webhooks by id, mounts by id.
  LOOP
    BEGIN
      PERFORM FROM filesystem_grant g WHERE g.filesystem_id = fs ORDER BY g.api_key_id FOR UPDATE;
      PERFORM FROM filesystem f WHERE f.id = fs AND f.org_id = org FOR UPDATE;
      IF NOT FOUND THEN RETURN false; END IF;
      -- Who holds a grant set between these two may wait for the filesystem: let go of both and begin again.
      PERFORM FROM filesystem_grant g WHERE g.filesystem_id = fs FOR UPDATE NOWAIT;
      EXIT;
    EXCEPTION WHEN lock_not_available THEN NULL;
    END;
  END LOOP;
  PERFORM FROM webhook w WHERE w.filesystem_id = fs ORDER BY w.id FOR UPDATE;
  PERFORM FROM mount_session m WHERE m.filesystem_id = fs ORDER BY m.id FOR UPDATE;
  INSERT INTO filesystem_remains (filesystem_id) VALUES (fs);
  DELETE FROM filesystem f WHERE f.id = fs;
  RETURN true;
END $$;
