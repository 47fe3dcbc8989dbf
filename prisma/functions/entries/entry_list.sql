-- The page of entries_page, as processes of version 0.1.0 call it.
-- Deprecated: use entries_page.
--
-- Parameters:
--   fs         id of the filesystem
--   path       normalised path of the directory; a file lists as itself without entries
--   recursive  true: all levels; false: only the directory's own entries
--   after      relative path to continue after, whether or not it still exists; NULL: from the start
--   page_size  most entries to return, at least 1
--
-- Result:
--   code       the refusal, or NULL; as entries_page
--   cursor     head of the filesystem, read before the entries
--   root       FileInfo of `path`, or NULL
--   entries    JSON array of FileInfo, as text
--   next       relative path of the last entry if there are more, else NULL
--
-- Locks: none.
-- See spec 5.13.
CREATE OR REPLACE FUNCTION entry_list(
  fs text,
  path text,
  recursive boolean,
  after text,
  page_size int,
  OUT code text,
  OUT cursor bigint,
  OUT root jsonb,
  OUT entries text,
  OUT next text
)
LANGUAGE sql
STABLE
AS $$
  SELECT p.code, p.cursor, p.root::jsonb, p.entries, p.next
  FROM entries_page(fs, path, recursive, after, page_size, false) p
$$;
