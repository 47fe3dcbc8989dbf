-- Locks: dirent against writes while its index is built, about a second per million entries.

-- The names of a node: where a directory is, which a search needs to know of its hits.
CREATE INDEX dirent_node ON dirent (filesystem_id, node_id);
