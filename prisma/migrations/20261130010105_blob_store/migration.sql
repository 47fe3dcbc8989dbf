-- Locks: none.

-- Whose store of contents this database uses: the store has the same text. A restored database beside the one that it
-- is a copy of must not delete what that stored since. One row.
CREATE TABLE blob_store (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  owner uuid NOT NULL DEFAULT gen_random_uuid()
);
INSERT INTO blob_store DEFAULT VALUES;
