-- Moves the head of a filesystem past the changes that a verb has made, and its counts with it. Unless the
-- transaction has promised to fan them out itself (filesystem_begin), it is marked, so that the fan-out finds them.
--
-- Parameters:
--   fs             id of the filesystem, whose row this transaction has locked
--   new_head       cursor of the last change
--   entries        how many entries there are more, those in the trash included
--   bytes          how many bytes of contents there are more, those in the trash included
--   trash_entries  how many entries there are more in the trash
--   trash_bytes    how many bytes there are more in the trash
--
-- Result: nothing.
-- Locks: the filesystem's row is held.
-- See spec 6.1, 8.3.
CREATE OR REPLACE FUNCTION filesystem_advance(
  fs text,
  new_head bigint,
  entries bigint,
  bytes bigint,
  trash_entries bigint,
  trash_bytes bigint
)
RETURNS void
LANGUAGE plpgsql
AS $$
DECLARE
  leaves_marks boolean := coalesce(current_setting('tidemark.fans_out', true), '') <> fs;
BEGIN
  -- A mark that came and went would cost an entry in each index of the table, twice.
  UPDATE filesystem x SET head = new_head,
    undispatched = x.undispatched OR leaves_marks,
    dispatched_cursor = CASE WHEN x.undispatched OR leaves_marks THEN x.dispatched_cursor ELSE new_head END,
    entries = x.entries + filesystem_advance.entries, retained_bytes = x.retained_bytes + bytes,
    trash_entries = x.trash_entries + filesystem_advance.trash_entries,
    trash_bytes = x.trash_bytes + filesystem_advance.trash_bytes
  WHERE x.id = fs;
END;
$$;
