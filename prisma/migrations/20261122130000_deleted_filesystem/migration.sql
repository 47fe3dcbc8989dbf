-- Deleted filesystems whose entries and changes are still to be purged.
ALTER TABLE filesystem_remains RENAME TO deleted_filesystem;
ALTER INDEX filesystem_remains_pkey RENAME TO deleted_filesystem_pkey;
