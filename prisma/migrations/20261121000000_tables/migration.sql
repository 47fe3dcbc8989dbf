-- The tables of the five nouns and of those who use them. Ids are TypeIDs; "C" keeps their comparison bytewise,
-- as paths and names are compared. Functions that change several of these at once stand in later migrations.

CREATE TABLE person (
  id text COLLATE "C" PRIMARY KEY,
  email text NOT NULL CHECK (email = lower(email)),
  name text NOT NULL,
  password_hash text,
  staff_role text CHECK (staff_role = 'support'),
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX person_email ON person (email);

CREATE TABLE organisation (
  id text COLLATE "C" PRIMARY KEY,
  name text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE member (
  org_id text COLLATE "C" NOT NULL REFERENCES organisation ON DELETE CASCADE,
  person_id text COLLATE "C" NOT NULL REFERENCES person ON DELETE CASCADE,
  role text NOT NULL CHECK (role IN ('owner', 'admin', 'member')),
  joined_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (org_id, person_id)
);
CREATE INDEX member_person ON member (person_id);

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

-- head: the newest cursor. floor: the newest pruned one. rung: every webhook accounts for changes up to here.
-- fillfactor leaves room for HOT updates: head moves with every change.
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
  rung bigint NOT NULL DEFAULT 0,
  dirty boolean NOT NULL DEFAULT false,
  webhook_count int NOT NULL DEFAULT 0 CHECK (webhook_count BETWEEN 0 AND 5),
  CONSTRAINT filesystem_cursors CHECK (floor <= head AND rung <= head AND (dirty OR rung = head))
) WITH (fillfactor = 50);
CREATE INDEX filesystem_org ON filesystem (org_id, id);
CREATE INDEX filesystem_dirty ON filesystem (id) WHERE dirty;

CREATE TABLE filesystem_grant (
  api_key_id text COLLATE "C" NOT NULL REFERENCES api_key ON DELETE CASCADE,
  filesystem_id text COLLATE "C" NOT NULL REFERENCES filesystem ON DELETE CASCADE,
  mode text NOT NULL CHECK (mode IN ('ro', 'rw')),
  created_by text COLLATE "C" NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (api_key_id, filesystem_id)
);
CREATE INDEX filesystem_grant_filesystem ON filesystem_grant (filesystem_id, api_key_id);

-- An entry is a dirent that names a node. Renaming a directory moves one dirent; hard links are dirents of one node.
-- node, dirent and change have no foreign key: they are written only under the lock of their filesystem's row, and a
-- trigger a row would double the cost of a change of 100,000 entries.
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

-- One row an event. `path2` only on a barrier of a move; markers have no path at all.
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

-- position: acknowledged or passed up to here. wanted: the newest change known to concern it. sent: the newest cursor
-- ever put into a message. rev changes with every step and fences late ones. wake_at: when somebody must look;
-- the constraint makes "work without a timer" impossible to commit.
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
  wanted bigint NOT NULL,
  sent bigint NOT NULL DEFAULT 0,
  acked bigint NOT NULL DEFAULT 0,
  resync boolean NOT NULL DEFAULT true,
  msg_id text COLLATE "C",
  rev bigint NOT NULL DEFAULT 0,
  attempt int NOT NULL DEFAULT 0,
  asks int NOT NULL DEFAULT 0,
  lease_until timestamptz,
  pace_until timestamptz NOT NULL DEFAULT 'epoch',
  not_before timestamptz NOT NULL DEFAULT 'epoch',
  wake_at timestamptz,
  CONSTRAINT webhook_no_lost_wakeup CHECK (
    CASE WHEN state = 'active'
      THEN (wake_at IS NULL) = (lease_until IS NULL AND msg_id IS NULL AND NOT resync AND wanted <= position)
      ELSE wake_at IS NULL END),
  CONSTRAINT webhook_reason CHECK ((state = 'disabled') = (disabled_reason IS NOT NULL)),
  CONSTRAINT webhook_failing CHECK ((failing_since IS NULL) = (disable_at IS NULL))
) WITH (fillfactor = 50);
CREATE INDEX webhook_wake_at ON webhook (wake_at) WHERE wake_at IS NOT NULL;
CREATE INDEX webhook_access_expires_at ON webhook (access_expires_at) WHERE state = 'active' AND access_expires_at IS NOT NULL;
CREATE INDEX webhook_filesystem ON webhook (filesystem_id, id);
CREATE INDEX webhook_created_by ON webhook (created_by, id);

CREATE TABLE webhook_secret (
  webhook_id text COLLATE "C" NOT NULL REFERENCES webhook ON DELETE CASCADE,
  number int NOT NULL,
  sealed text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz,
  PRIMARY KEY (webhook_id, number)
);

-- The one frozen message of a webhook: its bytes are sent again and again until acknowledged or dropped.
CREATE TABLE message (
  webhook_id text COLLATE "C" PRIMARY KEY REFERENCES webhook ON DELETE CASCADE,
  id text COLLATE "C" NOT NULL,
  cursor bigint NOT NULL,
  body text NOT NULL CHECK (octet_length(body) <= 262144)
);

-- What was sent, for people: a delivery is one message to one webhook, an attempt one request of it.
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

-- Counters of the rate limiter: worth nothing after a crash, so never written to the log.
CREATE UNLOGGED TABLE rate_limit (
  key varchar(255) PRIMARY KEY,
  points integer NOT NULL DEFAULT 0,
  expire bigint
);
