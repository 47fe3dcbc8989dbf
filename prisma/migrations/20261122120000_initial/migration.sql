-- The tables of Tidemark 0.1.0, with their constraints and indexes. Functions and triggers are in
-- prisma/functions. A new database only: there is nothing to lock.
--
-- Ids are TypeIDs; COLLATE "C" compares them by bytes, as it does paths and names. A column called hash holds the
-- SHA-256 of a secret; the secret itself is stored nowhere.

-- People

CREATE TABLE app_user (
  id text COLLATE "C" PRIMARY KEY,
  email text NOT NULL CHECK (email = lower(email)),
  name text NOT NULL,
  password_hash text,
  staff_role text CHECK (staff_role = 'support'),
  created_at timestamptz NOT NULL DEFAULT now(),
  -- NULL: nobody has shown that mail to the address reaches this account.
  email_verified_at timestamptz
);
CREATE UNIQUE INDEX app_user_email ON app_user (email);

-- An account at an identity provider that signs its user in.
CREATE TABLE identity (
  issuer text NOT NULL,
  subject text NOT NULL,
  user_id text COLLATE "C" NOT NULL REFERENCES app_user ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT now(),
  id text COLLATE "C" NOT NULL UNIQUE,
  PRIMARY KEY (issuer, subject)
);
CREATE INDEX identity_by_user ON identity (user_id);

-- What the cookie of the console names.
CREATE TABLE session (
  id text COLLATE "C" PRIMARY KEY,
  user_id text COLLATE "C" NOT NULL REFERENCES app_user ON DELETE CASCADE,
  address text NOT NULL,
  user_agent text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  last_used_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  ended_at timestamptz,
  -- The last proof of identity: the sign-in, or the password entered again.
  authenticated_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX session_by_user ON session (user_id, id);

-- What the tokens of a command-line client belong to; created when a device is approved.
CREATE TABLE login (
  id text COLLATE "C" PRIMARY KEY,
  user_id text COLLATE "C" NOT NULL REFERENCES app_user ON DELETE CASCADE,
  client_id text NOT NULL,
  address text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  last_used_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  ended_at timestamptz,
  ended_reason text CHECK (ended_reason IN ('revoked', 'refresh_token_reuse', 'password_reset')),
  CHECK ((ended_at IS NULL) = (ended_reason IS NULL))
);
CREATE INDEX login_by_user ON login (user_id, id);

CREATE TABLE login_token (
  hash bytea PRIMARY KEY,
  login_id text COLLATE "C" NOT NULL REFERENCES login ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('access', 'refresh')),
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  expires_at timestamptz NOT NULL,
  used_at timestamptz
);
CREATE INDEX login_token_login ON login_token (login_id);
CREATE INDEX login_token_expires_at ON login_token (expires_at);

CREATE TABLE device_authorization (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  device_hash bytea NOT NULL,
  user_code_hash bytea NOT NULL,
  client_id text NOT NULL,
  address text NOT NULL,
  status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'approved', 'denied', 'used')),
  user_id text COLLATE "C" REFERENCES app_user ON DELETE CASCADE,
  interval_seconds int NOT NULL,
  next_poll_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  expires_at timestamptz NOT NULL,
  CHECK ((status IN ('approved', 'used')) = (user_id IS NOT NULL))
);
CREATE UNIQUE INDEX device_authorization_device ON device_authorization (device_hash);
-- Codes are short: a pending one must be unique, a used one may come again.
CREATE UNIQUE INDEX device_authorization_user_code ON device_authorization (user_code_hash)
  WHERE status = 'pending';
CREATE INDEX device_authorization_expires_at ON device_authorization (expires_at);

CREATE TABLE password_reset (
  hash bytea PRIMARY KEY,
  user_id text COLLATE "C" NOT NULL REFERENCES app_user ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  -- Whether the link was sent by e-mail rather than handed over by the operator.
  emailed boolean NOT NULL DEFAULT false
);
CREATE INDEX password_reset_by_user ON password_reset (user_id);

-- Organisations and access

CREATE TABLE organisation (
  id text COLLATE "C" PRIMARY KEY,
  name text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- NULL: unlimited.
  byte_quota bigint CHECK (byte_quota >= 0),
  entry_quota bigint CHECK (entry_quota >= 0),
  created_by text COLLATE "C"
);
CREATE INDEX organisation_created_by ON organisation (created_by);

CREATE TABLE member (
  org_id text COLLATE "C" NOT NULL REFERENCES organisation ON DELETE CASCADE,
  user_id text COLLATE "C" NOT NULL REFERENCES app_user ON DELETE CASCADE,
  role text NOT NULL CHECK (role IN ('owner', 'admin', 'member')),
  joined_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (org_id, user_id)
);
CREATE INDEX member_by_user ON member (user_id);

CREATE TABLE invitation (
  id text COLLATE "C" PRIMARY KEY,
  org_id text COLLATE "C" NOT NULL REFERENCES organisation ON DELETE CASCADE,
  email text NOT NULL CHECK (email = lower(email)),
  role text NOT NULL CHECK (role IN ('owner', 'admin', 'member')),
  hash bytea NOT NULL,
  created_by text COLLATE "C" NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  accepted_at timestamptz,
  voided_at timestamptz,
  -- Of the token in the e-mailed link; `hash` is of the one the inviter sees. NULL: made without a mail server.
  emailed_hash bytea
);
CREATE UNIQUE INDEX invitation_hash ON invitation (hash);
CREATE UNIQUE INDEX invitation_emailed_hash ON invitation (emailed_hash);
CREATE INDEX invitation_org ON invitation (org_id, id);

CREATE TABLE api_key (
  id text COLLATE "C" PRIMARY KEY,
  org_id text COLLATE "C" NOT NULL REFERENCES organisation ON DELETE CASCADE,
  name text NOT NULL,
  hash bytea NOT NULL,
  last4 text NOT NULL,
  permissions text[] NOT NULL DEFAULT '{}',
  created_by text COLLATE "C" NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz,
  revoked_at timestamptz,
  last_used_at timestamptz
);
CREATE UNIQUE INDEX api_key_hash ON api_key (hash);
CREATE INDEX api_key_org ON api_key (org_id, id);

-- Filesystems

-- head: the newest cursor. floor: the newest pruned one. dispatched_cursor: up to here changes were fanned out to
-- the webhooks; undispatched: some changes were not yet. The fill factor leaves room for HOT updates: head moves
-- with every change.
CREATE TABLE filesystem (
  id text COLLATE "C" PRIMARY KEY,
  org_id text COLLATE "C" NOT NULL REFERENCES organisation ON DELETE CASCADE,
  name text NOT NULL,
  root_id bigint NOT NULL,
  byte_quota bigint CHECK (byte_quota >= 0),
  entry_quota bigint CHECK (entry_quota >= 0),
  retained_bytes bigint NOT NULL DEFAULT 0 CHECK (retained_bytes >= 0),
  entries bigint NOT NULL DEFAULT 0 CHECK (entries >= 0),
  created_at timestamptz NOT NULL DEFAULT now(),
  head bigint NOT NULL DEFAULT 0,
  floor bigint NOT NULL DEFAULT 0,
  dispatched_cursor bigint NOT NULL DEFAULT 0,
  undispatched boolean NOT NULL DEFAULT false,
  webhook_count int NOT NULL DEFAULT 0 CHECK (webhook_count BETWEEN 0 AND 5),
  -- How far it may grow before it wakeup_attempts its organisation again; NULL while that has no quota. Under a quota the larger
  -- of use and allowance, summed over all filesystems, never exceeds it (docs/decisions/0016-organisation-quotas.md).
  byte_allowance bigint,
  entry_allowance bigint,
  CONSTRAINT filesystem_cursors CHECK (floor <= head AND dispatched_cursor <= head AND (undispatched OR dispatched_cursor = head))
) WITH (fillfactor = 50);
CREATE INDEX filesystem_org ON filesystem (org_id, id);
CREATE INDEX filesystem_undispatched ON filesystem (id) WHERE undispatched;

CREATE TABLE filesystem_grant (
  api_key_id text COLLATE "C" NOT NULL REFERENCES api_key ON DELETE CASCADE,
  filesystem_id text COLLATE "C" NOT NULL REFERENCES filesystem ON DELETE CASCADE,
  mode text NOT NULL CHECK (mode IN ('ro', 'rw')),
  created_by text COLLATE "C" NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (api_key_id, filesystem_id)
);
CREATE INDEX filesystem_grant_filesystem ON filesystem_grant (filesystem_id, api_key_id);

-- What deleted filesystems left behind, until the cleanup removes it.
CREATE TABLE deleted_filesystem (
  filesystem_id text COLLATE "C" PRIMARY KEY,
  deleted_at timestamptz NOT NULL DEFAULT now()
);

-- Bytes that the files API read and wrote on each UTC day. Web servers add them up in memory and write about once
-- a second.
CREATE TABLE usage_day (
  filesystem_id text COLLATE "C" NOT NULL REFERENCES filesystem ON DELETE CASCADE,
  day date NOT NULL,
  bytes_read bigint NOT NULL DEFAULT 0 CHECK (bytes_read >= 0),
  bytes_written bigint NOT NULL DEFAULT 0 CHECK (bytes_written >= 0),
  PRIMARY KEY (filesystem_id, day)
);

-- Entries

-- An entry is a dirent that names a node. Renaming a directory moves one dirent; hard links are dirents of one
-- node. node, dirent and change have no foreign keys: they are written only under the lock of their filesystem's
-- row, and a trigger per row would double the cost of a change of 100,000 entries.
CREATE SEQUENCE node_id AS bigint CACHE 32;
CREATE TABLE node (
  filesystem_id text COLLATE "C" NOT NULL,
  id bigint NOT NULL DEFAULT nextval('node_id'),
  type text NOT NULL CHECK (type IN ('file', 'directory', 'symlink')),
  mode int NOT NULL CHECK (mode BETWEEN 0 AND 4095),
  modified_at timestamptz NOT NULL,
  size bigint NOT NULL DEFAULT 0 CHECK (size >= 0),
  etag text NOT NULL,
  blob_hash bytea,
  link_target text,
  nlink int NOT NULL DEFAULT 1 CHECK (nlink > 0),
  PRIMARY KEY (filesystem_id, id),
  CHECK ((type = 'file') = (blob_hash IS NOT NULL)),
  CHECK ((type = 'symlink') = (link_target IS NOT NULL))
);
CREATE INDEX node_blob ON node (blob_hash) WHERE blob_hash IS NOT NULL;

CREATE TABLE dirent (
  filesystem_id text COLLATE "C" NOT NULL,
  parent_id bigint NOT NULL,
  name text COLLATE "C" NOT NULL,
  node_id bigint NOT NULL,
  PRIMARY KEY (filesystem_id, parent_id, name)
);

-- Changes

-- One row per event. path2 is set only on the barrier of a move; markers have no path.
CREATE TABLE change (
  filesystem_id text COLLATE "C" NOT NULL,
  cursor bigint NOT NULL,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  kind text NOT NULL CHECK (kind IN ('created', 'updated', 'deleted', 'marker', 'barrier')),
  path text COLLATE "C",
  path2 text COLLATE "C",
  origin text CHECK (origin IN ('api', 'mount')),
  PRIMARY KEY (filesystem_id, cursor),
  CHECK ((kind = 'marker') = (path IS NULL)),
  CHECK (path2 IS NULL OR kind = 'barrier')
);

-- Webhooks

-- position: acknowledged or skipped up to here. target_cursor: the newest change known to concern the webhook.
-- sent_cursor: the newest cursor ever put into a message. acked_cursor: the newest cursor the endpoint acknowledged.
-- rev changes with every step and fences late ones. wake_at: when the next step is due; webhook_no_lost_wakeup makes
-- it impossible to commit work without a timer. wakeup_attempts: wake-ups sent since the last step. body_cap: the
-- largest body in bytes that the next message may have. last_notice: the last notice sent to the organisation; NULL
-- while the webhook is healthy.
CREATE TABLE webhook (
  id text COLLATE "C" PRIMARY KEY,
  filesystem_id text COLLATE "C" NOT NULL REFERENCES filesystem ON DELETE CASCADE,
  url text NOT NULL,
  host text NOT NULL,
  path_prefix text COLLATE "C" NOT NULL,
  created_by text COLLATE "C" NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  state text NOT NULL DEFAULT 'active' CHECK (state IN ('active', 'disabled')),
  disabled_reason text CHECK (disabled_reason IN ('failing', 'access_revoked')),
  stopped_at timestamptz,
  last_success_at timestamptz,
  last_failure_at timestamptz,
  last_failure text,
  failing_since timestamptz,
  disable_at timestamptz,
  access_expires_at timestamptz,
  position bigint NOT NULL,
  target_cursor bigint NOT NULL,
  sent_cursor bigint NOT NULL DEFAULT 0,
  acked_cursor bigint NOT NULL DEFAULT 0,
  resync boolean NOT NULL DEFAULT true,
  msg_id text COLLATE "C",
  rev bigint NOT NULL DEFAULT 0,
  attempt int NOT NULL DEFAULT 0,
  wakeup_attempts int NOT NULL DEFAULT 0,
  lease_until timestamptz,
  pace_until timestamptz NOT NULL DEFAULT 'epoch',
  not_before timestamptz NOT NULL DEFAULT 'epoch',
  wake_at timestamptz,
  body_cap int NOT NULL DEFAULT 262144,
  last_notice text CHECK (last_notice IN ('failing', 'ending', 'disabled')),
  CONSTRAINT webhook_no_lost_wakeup CHECK (
    CASE WHEN state = 'active'
      THEN (wake_at IS NULL) = (lease_until IS NULL AND msg_id IS NULL AND NOT resync AND target_cursor <= position)
      ELSE wake_at IS NULL END),
  CONSTRAINT webhook_reason CHECK ((state = 'disabled') = (disabled_reason IS NOT NULL)),
  CONSTRAINT webhook_failing CHECK ((failing_since IS NULL) = (disable_at IS NULL))
) WITH (fillfactor = 50);
CREATE INDEX webhook_wake_at ON webhook (wake_at) WHERE wake_at IS NOT NULL;
CREATE INDEX webhook_access_expires_at ON webhook (access_expires_at)
  WHERE state = 'active' AND access_expires_at IS NOT NULL;
CREATE INDEX webhook_filesystem ON webhook (filesystem_id, id);
CREATE INDEX webhook_created_by ON webhook (created_by, id);

-- Failing and disabled webhooks of all organisations: few of all webhooks.
CREATE INDEX webhook_not_healthy ON webhook (id) WHERE failing_since IS NOT NULL OR state = 'disabled';
CREATE INDEX webhook_last_notice ON webhook (id) WHERE last_notice IS NOT NULL;

CREATE TABLE webhook_secret (
  webhook_id text COLLATE "C" NOT NULL REFERENCES webhook ON DELETE CASCADE,
  number int NOT NULL,
  sealed text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz,
  PRIMARY KEY (webhook_id, number)
);

-- Deliveries

-- The frozen message of a webhook, sent unchanged until it is acknowledged or dropped, and the bodies kept for the
-- log: the newest 20 of a webhook, at most 4 MiB.
CREATE TABLE message (
  webhook_id text COLLATE "C" NOT NULL REFERENCES webhook ON DELETE CASCADE,
  id text COLLATE "C" NOT NULL,
  cursor bigint NOT NULL,
  body text NOT NULL CHECK (octet_length(body) <= 262144),
  PRIMARY KEY (webhook_id, cursor)
);

-- The log. A delivery is one message to one webhook, an attempt is one request.
CREATE TABLE delivery (
  id text COLLATE "C" PRIMARY KEY,
  webhook_id text COLLATE "C" NOT NULL REFERENCES webhook ON DELETE CASCADE,
  type text NOT NULL CHECK (type IN ('files.changed', 'files.resync')),
  status text NOT NULL CHECK (status IN ('waiting', 'delivered', 'dropped')),
  after bigint NOT NULL,
  cursor bigint NOT NULL,
  event_count int NOT NULL,
  size int NOT NULL,
  body_sha256 bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  delivered_at timestamptz
);
CREATE INDEX delivery_webhook ON delivery (webhook_id, cursor);

CREATE TABLE attempt (
  id text COLLATE "C" PRIMARY KEY,
  delivery_id text COLLATE "C" NOT NULL REFERENCES delivery ON DELETE CASCADE,
  number int NOT NULL,
  started_at timestamptz NOT NULL,
  first_byte_at timestamptz,
  duration_ms int NOT NULL,
  outcome text NOT NULL,
  detail text,
  http_status int
);
CREATE INDEX attempt_delivery ON attempt (delivery_id, number);

-- Attempts by outcome in buckets of five minutes, kept for a week: the log of a busy webhook covers minutes only.
CREATE TABLE delivery_stat (
  webhook_id text COLLATE "C" NOT NULL REFERENCES webhook ON DELETE CASCADE,
  at timestamptz NOT NULL,
  outcome text COLLATE "C" NOT NULL,
  n int NOT NULL,
  -- Element i counts the attempts that took more than 1.25^(i-2) and at most 1.25^(i-1) ms.
  latency int[] NOT NULL,
  PRIMARY KEY (webhook_id, at, outcome)
) WITH (fillfactor = 50);
CREATE INDEX delivery_stat_at ON delivery_stat (at);

-- Mounts

-- One mount of one filesystem: a ticket, then the credential it was exchanged for. ends_at is when it ends as
-- things stand, or when it ended.
CREATE TABLE mount_session (
  id text COLLATE "C" PRIMARY KEY,
  org_id text COLLATE "C" NOT NULL REFERENCES organisation ON DELETE CASCADE,
  filesystem_id text COLLATE "C" NOT NULL REFERENCES filesystem ON DELETE CASCADE,
  mode text NOT NULL CHECK (mode IN ('ro', 'rw')),
  created_by text COLLATE "C" NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  expires_at timestamptz NOT NULL,
  ticket_hash bytea NOT NULL,
  ticket_expires_at timestamptz NOT NULL,
  exchanged_at timestamptz,
  credential_hash bytea,
  credential_expires_at timestamptz,
  public_key text,
  stopped_at timestamptz,
  stopped_reason text CHECK (stopped_reason IN ('revoked', 'access_revoked')),
  ends_at timestamptz NOT NULL GENERATED ALWAYS AS (least(stopped_at, expires_at,
    CASE WHEN exchanged_at IS NULL THEN ticket_expires_at ELSE credential_expires_at END)) STORED,
  CHECK ((stopped_at IS NULL) = (stopped_reason IS NULL)),
  CHECK ((exchanged_at IS NULL) = (credential_expires_at IS NULL)),
  -- A mount authenticates with a password or with the private half of its key.
  CHECK (num_nonnulls(credential_hash, public_key) = (exchanged_at IS NOT NULL)::int)
);
CREATE UNIQUE INDEX mount_session_ticket ON mount_session (ticket_hash);
CREATE UNIQUE INDEX mount_session_credential ON mount_session (credential_hash)
  WHERE credential_hash IS NOT NULL;
-- Lists of all sessions, of live ones and of those of one creator; and what ends with a creator's access.
CREATE INDEX mount_session_filesystem ON mount_session (filesystem_id, id);
CREATE INDEX mount_session_live ON mount_session (filesystem_id, ends_at);
CREATE INDEX mount_session_own ON mount_session (filesystem_id, created_by, id);
CREATE INDEX mount_session_creator ON mount_session (created_by, ends_at);
-- A creator often mounts one filesystem and never another. Without this the planner assumes independence and lists
-- read every session.
CREATE STATISTICS mount_session_places (mcv) ON filesystem_id, created_by FROM mount_session;

-- One response per key of a caller, kept for a day.
CREATE TABLE idempotency_key (
  caller text COLLATE "C" NOT NULL,
  key text COLLATE "C" NOT NULL,
  body_hash bytea NOT NULL,
  session_id text COLLATE "C" NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (caller, key)
);
CREATE INDEX idempotency_key_created_at ON idempotency_key (created_at);

-- Audit log

-- org_id is NULL for what concerns a user alone. No foreign keys: an entry outlives everything it names.
CREATE TABLE audit_entry (
  id text COLLATE "C" PRIMARY KEY,
  org_id text COLLATE "C",
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  actor_type text NOT NULL CHECK (actor_type IN ('user', 'key', 'mount', 'system')),
  actor_id text COLLATE "C",
  actor_name text NOT NULL,
  action text COLLATE "C" NOT NULL,
  target_type text NOT NULL,
  target_id text COLLATE "C",
  address text,
  request_id text
);
CREATE INDEX audit_entry_org ON audit_entry (org_id, id);
CREATE INDEX audit_entry_actor ON audit_entry (org_id, actor_id, id);
CREATE INDEX audit_entry_action ON audit_entry (org_id, action, id);
CREATE INDEX audit_entry_target ON audit_entry (org_id, target_id, id);

-- Operations

-- Counters of the rate limiter. They are worthless after a crash, so they skip the write-ahead log.
CREATE UNLOGGED TABLE rate_limit (
  key varchar(255) PRIMARY KEY,
  points integer NOT NULL DEFAULT 0,
  expire bigint
);

-- When the reconciler last ran, and when an outage of ours last ended. One row.
CREATE TABLE reconciler_heartbeat (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  at timestamptz NOT NULL,
  outage_ended_at timestamptz
) WITH (fillfactor = 50);

-- The server that gave out the cursors. Another one may have lost some of them. One row.
CREATE TABLE database_identity (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  system_identifier bigint NOT NULL,
  timeline text COLLATE "C" NOT NULL
);
