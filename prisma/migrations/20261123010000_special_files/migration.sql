-- Locks: node, against everything, while its checks are made (a second for a million nodes).

-- Named pipes, sockets and devices, which mounts can create. They have a name and attributes, and no contents.
ALTER TABLE node
  ADD COLUMN special text CHECK (special IN ('fifo', 'socket', 'character', 'block')),
  ADD COLUMN device bigint NOT NULL DEFAULT 0 CHECK (device BETWEEN 0 AND 4294967295),
  DROP CONSTRAINT node_type_check,
  ADD CONSTRAINT node_type_check CHECK (type IN ('file', 'directory', 'symlink', 'special')),
  ADD CONSTRAINT node_special_type_check CHECK ((type = 'special') = (special IS NOT NULL));
