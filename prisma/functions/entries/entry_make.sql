-- Creates every name after the first `depth`: directories, except that the last has the given type. Adds one
-- `created` change for each, unless `head` is NULL.
--
-- Parameters:
--   fs         id of the filesystem
--   head       cursor before the first change; NULL: add no changes
--   at         node id of the directory that exists
--   names      names of the whole path
--   depth      how many of them exist
--   source     origin of the change: 'api' or 'mount'
--   leaf_type  type of the last node, file or directory
--   leaf_mode  its mode bits; directories above it get 0755
--   leaf_etag  its etag; ignored for a directory
--   leaf_size  its size in bytes; ignored for a directory
--   leaf_blob  SHA-256 of its content; ignored for a directory
--
-- Result: the last node created.
-- Locks: none; the caller holds the filesystem's row.
-- See spec 5.20, 6.1.
CREATE OR REPLACE FUNCTION entry_make(
  fs text,
  head bigint,
  at bigint,
  names text[],
  depth int,
  source text,
  leaf_type text,
  leaf_mode int,
  leaf_etag text,
  leaf_size bigint,
  leaf_blob bytea
)
RETURNS node
LANGUAGE plpgsql
AS $$
DECLARE
  stamp timestamptz := date_trunc('milliseconds', clock_timestamp());
  made node;
  made_id bigint;
BEGIN
  FOR i IN depth + 1 .. cardinality(names) LOOP
    made_id := nextval('node_id');
    IF i < cardinality(names) OR leaf_type = 'directory' THEN
      INSERT INTO node (filesystem_id, id, type, mode, modified_at, etag)
        VALUES (fs, made_id, 'directory', CASE WHEN i = cardinality(names) THEN leaf_mode ELSE 493 END, stamp,
                '"d-' || made_id || '"') RETURNING * INTO made;
    ELSE
      INSERT INTO node (filesystem_id, id, type, mode, modified_at, etag, size, blob_hash)
        VALUES (fs, made_id, leaf_type, leaf_mode, stamp, leaf_etag, leaf_size, leaf_blob) RETURNING * INTO made;
    END IF;
    INSERT INTO dirent (filesystem_id, parent_id, name, node_id) VALUES (fs, at, names[i], made_id);
    IF head IS NOT NULL THEN
      INSERT INTO change (filesystem_id, cursor, kind, path, origin)
        VALUES (fs, head + i - depth, 'created', '/' || array_to_string(names[:i], '/'), source);
    END IF;
    at := made_id;
  END LOOP;
  RETURN made;
END;
$$;
