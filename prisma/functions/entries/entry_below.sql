-- Where a directory is below another one.
--
-- Parameters:
--   fs         id of the filesystem
--   top        node id of the upper directory
--   directory  node id of the other one
--
-- Result:
--   path       relative to `top`, with a leading / or empty for `top` itself; NULL if it is not below it
--   levels     how many directories were looked up
--
-- Locks: none.
-- See spec 5.32.
CREATE OR REPLACE FUNCTION entry_below(
  fs text,
  top bigint,
  directory bigint,
  OUT path text,
  OUT levels int
)
LANGUAGE plpgsql
STABLE
SET enable_seqscan = off
AS $$
DECLARE
  at bigint := directory;
  above record;
BEGIN
  path := '';
  levels := 0;
  WHILE at <> top LOOP
    SELECT d.parent_id, d.name INTO above
      FROM (SELECT * FROM dirent x WHERE x.node_id = at OFFSET 0) d WHERE d.filesystem_id = fs;
    levels := levels + 1;
    IF NOT FOUND THEN
      path := NULL;
      RETURN;
    END IF;
    path := '/' || above.name || path;
    at := above.parent_id;
  END LOOP;
END;
$$;
