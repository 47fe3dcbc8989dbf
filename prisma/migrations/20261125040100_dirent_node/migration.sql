-- Locks: dirent against writes while its index is built, about a second per million entries.

-- The names of a node: where a directory is, which a search needs to know of its hits. Without the filesystem, so that
-- no plan takes it for a way to the names of a directory; ids of nodes are unique in all filesystems.
CREATE INDEX dirent_node ON dirent (node_id);
