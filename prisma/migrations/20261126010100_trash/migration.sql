-- Locks: filesystem and node, against everything, for an instant.

-- A deleted entry. Its name moved from its directory to parent_id, which is no node, so everything below it is as it
-- was. entries: its names, itself included. bytes: the size of its files, each counted once.
CREATE TABLE trash_item (
  filesystem_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  parent_id bigint NOT NULL,
  path text COLLATE "C" NOT NULL,
  type text NOT NULL,
  entries bigint NOT NULL,
  bytes bigint NOT NULL,
  deleted_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  deleted_by text NOT NULL DEFAULT current_setting('tidemark.author', true),
  PRIMARY KEY (filesystem_id, id)
);
CREATE INDEX trash_item_deleted_at ON trash_item (deleted_at);

-- How many of a node's names are in the trash. It is not kept for a node with one name, where it says nothing new.
ALTER TABLE node ADD COLUMN trashed int NOT NULL DEFAULT 0;

-- trash_bytes and trash_entries: the part of retained_bytes and entries that only the trash has.
ALTER TABLE filesystem ADD COLUMN trash_bytes bigint NOT NULL DEFAULT 0,
  ADD COLUMN trash_entries bigint NOT NULL DEFAULT 0,
  ADD COLUMN keep_mount_deletions boolean NOT NULL DEFAULT false;
