-- Locks: filesystem, against everything, while those that have a history are written once.

-- When the oldest change that is kept was made, so that pruning finds what is due without reading all filesystems.
-- NULL: none is kept; 1970: more are kept than are promised, or, as here, it is not known.
ALTER TABLE filesystem ADD COLUMN history_since timestamptz;
UPDATE filesystem SET history_since = 'epoch' WHERE head > floor;
ALTER TABLE filesystem ADD CONSTRAINT filesystem_history CHECK (head = floor OR history_since IS NOT NULL);
CREATE INDEX filesystem_history_since ON filesystem (history_since) WHERE history_since IS NOT NULL;
