-- Locks: content, against everything, for an instant. Reads all contents once.

-- Contents are deleted after the note that a file lost them; so those that no file has need one.
INSERT INTO former_content (filesystem_id, hash, size, left_at)
SELECT c.filesystem_id, c.hash, octet_length(c.bytes), '-infinity' FROM content c
WHERE NOT EXISTS (SELECT FROM node n WHERE n.blob_hash = c.hash AND n.filesystem_id = c.filesystem_id)
ON CONFLICT (filesystem_id, hash) DO NOTHING;

ALTER TABLE content DROP COLUMN stored_at;
