-- Locks: node, against other changes of the table itself only, while all of its rows are read.

ALTER TABLE node VALIDATE CONSTRAINT node_link_target_length;
