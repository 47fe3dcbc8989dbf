-- What support staff looks at. The index blocks writers of webhook while it is made, a second for a million of them.

-- Webhooks in trouble, across organisations: the cost of looking grows with them and not with all webhooks.
CREATE INDEX webhook_troubled ON webhook (id) WHERE failing_since IS NOT NULL OR state = 'disabled';

-- When a guard last did its work, and when an outage of ours last ended: one row.
CREATE TABLE guard_beat (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  at timestamptz NOT NULL,
  outage_ended_at timestamptz
) WITH (fillfactor = 50);
