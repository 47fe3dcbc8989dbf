-- Locks: node, against everything, for an instant.

-- What files and lists of symbolic links return is never longer than what the API takes. Existing rows are looked at in
-- the next migration, which locks less.
ALTER TABLE node ADD CONSTRAINT node_link_target_length CHECK (octet_length(link_target) <= 4096) NOT VALID;
