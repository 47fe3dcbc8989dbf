-- Locks: webhook, against everything, for an instant.

-- description: for people; no message has it. prefix_since: sent_cursor when path_prefix was last changed, so the
-- messages after it have the prefix of today.
ALTER TABLE webhook ADD COLUMN description text NOT NULL DEFAULT '',
  ADD COLUMN prefix_since bigint NOT NULL DEFAULT 0;
