-- Deletes the bodies that are no longer kept for the log: all but the newest 20 of a webhook and at most 4
-- MiB of them. The newest one, which may still wait, always stays. Sizes are read without reading the bodies.
-- Deprecated: nothing calls it; the log is pruned every minute.
--
-- Parameters:
--   w  id of the webhook
--
-- Result: nothing.
-- Locks: the deleted messages; the caller holds the webhook's row.
-- See spec 7.17.
CREATE OR REPLACE FUNCTION messages_prune(
  w text
)
RETURNS void
LANGUAGE plpgsql
AS $$
BEGIN
  DELETE FROM message m WHERE m.webhook_id = w AND m.cursor <= (
    SELECT max(k.cursor) FROM (
      SELECT a.cursor, row_number() OVER newest AS n, sum(octet_length(a.body)) OVER newest AS bytes
      FROM message a WHERE a.webhook_id = w WINDOW newest AS (ORDER BY a.cursor DESC)) k
    WHERE k.n > 20 OR k.bytes > 4 * 1024 * 1024);
END;
$$;
