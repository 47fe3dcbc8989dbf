-- A delivery as the API shows it, with at most the newest 100 of its attempts in order.
--
-- Parameters:
--   d  the delivery
--   w  its webhook
--
-- Result: {id, webhook_id, type, status, cursor, event_count, size, created_at, delivered_at,
--   next_attempt_at, attempts}.
-- Locks: none.
-- See spec 7.16.
CREATE OR REPLACE FUNCTION delivery_shown(
  d delivery,
  w webhook
)
RETURNS json
LANGUAGE sql
STABLE
AS $$
  SELECT json_build_object('id', d.id, 'webhook_id', d.webhook_id, 'type', d.type, 'status', delivery_status(d, w),
    'cursor', d.cursor::text, 'event_count', d.event_count, 'size', d.size, 'created_at', iso_time(d.created_at),
    'delivered_at', iso_time(d.delivered_at),
    'next_attempt_at', CASE WHEN w.msg_id = d.id THEN iso_time(webhook_next_attempt_at(w)) END,
    'attempts', (
      SELECT coalesce(json_agg(json_build_object('id', a.id, 'number', a.number, 'started_at', iso_time(a.started_at),
        'duration_ms', a.duration_ms, 'outcome', a.outcome, 'detail', a.detail, 'http_status', a.http_status,
        'manual', a.manual)
        ORDER BY a.number, a.id), '[]')
      FROM (SELECT * FROM attempt t WHERE t.delivery_id = d.id ORDER BY t.number DESC, t.id DESC LIMIT 100) a))
$$;
