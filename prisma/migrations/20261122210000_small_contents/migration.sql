-- Locks: node, against writes, while its index is built (a second for a million nodes).

-- Contents of up to 16 KiB, once for each filesystem that has them. Random bytes do not compress.
CREATE TABLE content (
  filesystem_id text COLLATE "C" NOT NULL,
  hash bytea NOT NULL CHECK (octet_length(hash) = 32),
  bytes bytea NOT NULL,
  stored_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (filesystem_id, hash)
);
ALTER TABLE content ALTER COLUMN bytes SET STORAGE EXTERNAL;

-- The sweep asks whether a filesystem has a content, which many filesystems may have.
CREATE INDEX node_content ON node (blob_hash, filesystem_id) WHERE blob_hash IS NOT NULL;
DROP INDEX node_blob;
