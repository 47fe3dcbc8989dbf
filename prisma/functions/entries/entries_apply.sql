-- Applies changes of a tree one after another, in one transaction. Each has its own outcome, and one that is refused
-- leaves the others. Access is checked again here, because it may have ended since the request came.
--
-- Parameters:
--   fs       id of the filesystem
--   changes  JSON array of objects with the field `op` (put, patch, remove, mkdir, move, exchange, copy, link,
--            symlink, mknod or restore) and the parameters of the function of that name, entry_write for put.
--            Further fields:
--              origin       'api' or 'mount'
--              author       who made the change, as in `key:key_…`
--              credential   id of the API key, session, login or mount session
--              content      of put: a small content in Base64, stored with the entry
--              modified_at, modified_ns, uid, gid
--                           what the entry gets after it was written, or NULL
--              trash_id     of remove: id of the trash item to make, or NULL; of restore: id of the item
--              stat         true: info has the fields of stat too
--
-- Result (one row for each change, in order):
--   code     the refusal, or NULL; one of not_found, no_grant, those of the functions
--   cursor   cursor of the last change
--   created  of put: true if the file is new; of remove: true if there is a new item in the trash
--   info     FileInfo of the entry; NULL after a removal
--
-- Locks: the filesystem's row FOR NO KEY UPDATE, before anything is checked.
-- See spec 5.20, 5.25, 5.34.
CREATE OR REPLACE FUNCTION entries_apply(
  fs text,
  changes jsonb
)
RETURNS TABLE (
  code text,
  cursor bigint,
  created boolean,
  info json
)
LANGUAGE plpgsql
SET enable_seqscan = off
AS $$
DECLARE
  o record;
  r record;
  org text;
  may text;
  checked text;
  entry node;
BEGIN
  SELECT f.org_id INTO org FROM filesystem f WHERE f.id = fs FOR NO KEY UPDATE;
  FOR o IN SELECT * FROM jsonb_to_recordset(changes) AS x(op text, path text, "from" text, "to" text, target text,
    parents boolean, overwrite boolean, recursive boolean, mode int, etag text, size bigint, hash text, content text,
    if_match text[], if_none_match text[], max_entries bigint, origin text, author text, credential text,
    modified_at timestamptz, modified_ns int, uid bigint, gid bigint, special text, device bigint, stat boolean,
    trash_id text)
  LOOP
    IF o.credential IS DISTINCT FROM checked THEN
      checked := o.credential;
      SELECT x.mode INTO may FROM credential_reach(checked, org, fs) x;
    END IF;
    PERFORM set_config('tidemark.author', o.author, true);
    IF org IS NULL THEN
      SELECT 'not_found' AS code INTO r;
    ELSIF may IS DISTINCT FROM 'rw' THEN
      SELECT 'no_grant' AS code INTO r;
    ELSIF o.op = 'put' THEN
      SELECT * INTO r FROM entry_write(fs, o.path, o.parents, o.mode, o.etag, o.size, decode(o.hash, 'hex'),
                                       o.if_match, o.if_none_match, o.origin);
      IF r.code IS NULL AND o.content IS NOT NULL THEN
        PERFORM content_keep(fs, decode(o.hash, 'hex'), decode(o.content, 'base64'));
      END IF;
    ELSIF o.op = 'patch' THEN
      SELECT * INTO r FROM entry_patch(fs, o.path, o.mode, o.modified_at, o.if_match, o.origin);
    ELSIF o.op = 'remove' THEN
      SELECT *, NULL::jsonb AS info INTO r FROM entry_remove(fs, o.path, o.recursive, o.if_match, o.origin,
                                                              o.trash_id);
    ELSIF o.op = 'mkdir' THEN
      SELECT * INTO r FROM entry_mkdir(fs, o.path, o.parents, o.mode, o.origin);
    ELSIF o.op = 'move' THEN
      SELECT * INTO r FROM entry_move(fs, o."from", o."to", o.overwrite, o.parents, o.if_match, o.origin);
    ELSIF o.op = 'exchange' THEN
      SELECT * INTO r FROM entry_exchange(fs, o."from", o."to", o.if_match, o.origin);
    ELSIF o.op = 'copy' THEN
      SELECT * INTO r FROM entry_copy(fs, o."from", o."to", o.overwrite, o.parents, o.if_match, o.origin,
                                      o.max_entries);
    ELSIF o.op = 'link' THEN
      SELECT * INTO r FROM entry_link(fs, o.target, o.path, o.origin);
    ELSIF o.op = 'symlink' THEN
      SELECT * INTO r FROM entry_symlink(fs, o.target, o.path, o.etag, o.origin);
    ELSIF o.op = 'restore' THEN
      SELECT * INTO r FROM entry_restore(fs, o.trash_id, o."to", o.overwrite, o.origin);
    ELSIF o.op = 'mknod' THEN
      SELECT * INTO r FROM entry_mknod(fs, o.path, o.mode, o.special, o.device, o.origin);
    END IF;

    code := r.code;
    cursor := NULL;
    created := NULL;
    info := NULL;
    IF r.code IS NULL THEN
      cursor := r.cursor;
      IF o.op = 'put' THEN created := r.created; END IF;
      IF o.op = 'remove' THEN created := r.trashed; END IF;
      info := r.info::json;
      IF o.op <> 'remove' AND (o.stat OR num_nonnulls(o.modified_at, o.uid, o.gid) > 0) THEN
        entry := entry_stamp(fs, coalesce(o."to", o.path), o.modified_at, o.modified_ns, o.uid, o.gid);
        info := file_info(coalesce(o."to", o.path), entry, coalesce(o.stat, false));
      END IF;
    END IF;
    RETURN NEXT;
  END LOOP;
END;
$$;
