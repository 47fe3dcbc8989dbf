-- Sessions, logins, invitations, mounts and the audit log. New tables only; the two functions it replaces are free of locks.
-- Secrets stand in none of these: a column named hash holds the SHA-256 of one.

CREATE TABLE identity (
  issuer text NOT NULL,
  subject text NOT NULL,
  person_id text COLLATE "C" NOT NULL REFERENCES person ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (issuer, subject)
);
CREATE INDEX identity_person ON identity (person_id);

CREATE TABLE password_reset (
  hash bytea PRIMARY KEY,
  person_id text COLLATE "C" NOT NULL REFERENCES person ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL
);
CREATE INDEX password_reset_person ON password_reset (person_id);

-- What a console's cookie names.
CREATE TABLE session (
  id text COLLATE "C" PRIMARY KEY,
  person_id text COLLATE "C" NOT NULL REFERENCES person ON DELETE CASCADE,
  address text NOT NULL,
  user_agent text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  last_used_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  ended_at timestamptz
);
CREATE INDEX session_person ON session (person_id, id);

-- What a command-line client's tokens belong to; made when a device is approved.
CREATE TABLE login (
  id text COLLATE "C" PRIMARY KEY,
  person_id text COLLATE "C" NOT NULL REFERENCES person ON DELETE CASCADE,
  client_id text NOT NULL,
  address text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  last_used_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  ended_at timestamptz,
  ended_reason text CHECK (ended_reason IN ('revoked', 'refresh_token_reuse', 'password_reset')),
  CHECK ((ended_at IS NULL) = (ended_reason IS NULL))
);
CREATE INDEX login_person ON login (person_id, id);

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
  person_id text COLLATE "C" REFERENCES person ON DELETE CASCADE,
  interval_seconds int NOT NULL,
  next_poll_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  expires_at timestamptz NOT NULL,
  CHECK ((status IN ('approved', 'used')) = (person_id IS NOT NULL))
);
CREATE UNIQUE INDEX device_authorization_device ON device_authorization (device_hash);
-- Codes are short: a pending one must be unique, and a used one may come again.
CREATE UNIQUE INDEX device_authorization_user_code ON device_authorization (user_code_hash) WHERE status = 'pending';
CREATE INDEX device_authorization_expires_at ON device_authorization (expires_at);

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
  voided_at timestamptz
);
CREATE UNIQUE INDEX invitation_hash ON invitation (hash);
CREATE INDEX invitation_org ON invitation (org_id, id);

-- One mount of one filesystem: a ticket, then the credential it was exchanged for. `ends_at` is when it is over, as
-- things stand, or when it was.
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
  -- The mount proves itself by a password or by the private half of its key.
  CHECK (num_nonnulls(credential_hash, public_key) = (exchanged_at IS NOT NULL)::int)
);
CREATE UNIQUE INDEX mount_session_ticket ON mount_session (ticket_hash);
CREATE UNIQUE INDEX mount_session_credential ON mount_session (credential_hash) WHERE credential_hash IS NOT NULL;
-- Lists of all, of what lives, and of what one creator made; and what ends with a creator's access.
CREATE INDEX mount_session_filesystem ON mount_session (filesystem_id, id);
CREATE INDEX mount_session_live ON mount_session (filesystem_id, ends_at);
CREATE INDEX mount_session_own ON mount_session (filesystem_id, created_by, id);
CREATE INDEX mount_session_creator ON mount_session (created_by, ends_at);
-- A creator often mounts one filesystem and never another; taken for independent, lists would walk all there are.
CREATE STATISTICS mount_session_places (mcv) ON filesystem_id, created_by FROM mount_session;

-- One answer for one key of a caller, for a day.
CREATE TABLE idempotency_key (
  caller text COLLATE "C" NOT NULL,
  key text COLLATE "C" NOT NULL,
  body_hash bytea NOT NULL,
  session_id text COLLATE "C" NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (caller, key)
);
CREATE INDEX idempotency_key_created_at ON idempotency_key (created_at);

-- What is left of deleted filesystems, until the sweep has taken it.
CREATE TABLE filesystem_remains (
  filesystem_id text COLLATE "C" PRIMARY KEY,
  deleted_at timestamptz NOT NULL DEFAULT now()
);

-- org_id is null for what concerns a person alone. No foreign keys: an entry outlives everything it names.
CREATE TABLE audit_entry (
  id text COLLATE "C" PRIMARY KEY,
  org_id text COLLATE "C",
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  actor_type text NOT NULL CHECK (actor_type IN ('person', 'key', 'mount', 'system')),
  actor_id text COLLATE "C",
  actor_name text NOT NULL,
  action text COLLATE "C" NOT NULL,
  target_type text NOT NULL,
  target_id text COLLATE "C",
  address text,
  request_id text
);
CREATE INDEX audit_entry_org ON audit_entry (org_id, id);

CREATE FUNCTION audit_entry_stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the audit log can only be added to';
END $$;
CREATE TRIGGER audit_entry_stays BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_entry EXECUTE FUNCTION audit_entry_stays();

-- How a credential (the id of a key, session, login or mount session) reaches a filesystem now. `live`: it is still
-- accepted at all. `inside`: it belongs to the organisation. `has_fs`: the filesystem does too. `mode`: null, ro or rw.
CREATE FUNCTION credential_reach(credential text, org text, fs text, OUT live boolean, OUT inside boolean, OUT has_fs boolean, OUT mode text)
STABLE LANGUAGE plpgsql AS $$
DECLARE
  person text; kind text := split_part(credential, '_', 1);
BEGIN
  has_fs := EXISTS (SELECT FROM filesystem f WHERE f.id = fs AND f.org_id = org);
  inside := false;
  IF kind = 'key' THEN
    SELECT true, k.org_id = org INTO live, inside FROM api_key k
    WHERE k.id = credential AND k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > clock_timestamp());
    IF inside AND has_fs THEN
      SELECT g.mode INTO mode FROM filesystem_grant g WHERE g.api_key_id = credential AND g.filesystem_id = fs;
    END IF;
  ELSIF kind = 'ms' THEN
    SELECT true, m.org_id = org, CASE WHEN m.filesystem_id = fs THEN m.mode END INTO live, inside, mode FROM mount_session m
    WHERE m.id = credential AND m.exchanged_at IS NOT NULL AND m.ends_at > clock_timestamp();
  ELSE
    SELECT s.person_id INTO person FROM session s
    WHERE s.id = credential AND s.ended_at IS NULL AND s.expires_at > clock_timestamp();
    IF person IS NULL THEN
      SELECT l.person_id INTO person FROM login l
      WHERE l.id = credential AND l.ended_at IS NULL AND l.expires_at > clock_timestamp();
    END IF;
    live := person IS NOT NULL;
    inside := EXISTS (SELECT FROM member m WHERE m.org_id = org AND m.person_id = person);
    IF inside AND has_fs THEN mode := 'rw'; END IF;
  END IF;
  live := coalesce(live, false);
  inside := coalesce(inside, false);
  has_fs := has_fs AND inside;
END $$;

-- The same mode, and it cannot be taken away before this transaction ends.
CREATE FUNCTION credential_hold(credential text, org text, fs text) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
  CASE split_part(credential, '_', 1)
    WHEN 'key' THEN
      PERFORM FROM api_key k WHERE k.id = credential FOR SHARE;
      PERFORM FROM filesystem_grant g WHERE g.api_key_id = credential AND g.filesystem_id = fs FOR SHARE;
    WHEN 'ms' THEN PERFORM FROM mount_session m WHERE m.id = credential FOR SHARE;
    WHEN 'sess' THEN
      PERFORM FROM session s JOIN member m ON m.person_id = s.person_id AND m.org_id = org WHERE s.id = credential FOR SHARE;
    ELSE PERFORM FROM login l JOIN member m ON m.person_id = l.person_id AND m.org_id = org WHERE l.id = credential FOR SHARE;
  END CASE;
  RETURN (SELECT r.mode FROM credential_reach(credential, org, fs) r);
END $$;

-- Ends what a creator (`key:…`, `user:…`) made in an organisation, or on one filesystem of it, in the transaction that
-- takes its access: webhooks and mount sessions, or only the mounts that write when it may still read.
DROP FUNCTION webhooks_stop(text, text);
CREATE FUNCTION access_ended(creator text, org text, fs text, reading_stays boolean) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF NOT reading_stays THEN
    PERFORM FROM webhook w JOIN filesystem f ON f.id = w.filesystem_id
      WHERE w.created_by = creator AND f.org_id = org AND (fs IS NULL OR f.id = fs) ORDER BY w.id FOR UPDATE OF w;
    UPDATE webhook w SET wake_at = NULL, stopped_at = clock_timestamp(), state = 'disabled', disabled_reason = 'access_revoked'
    FROM filesystem f WHERE w.created_by = creator AND f.id = w.filesystem_id AND f.org_id = org AND (fs IS NULL OR f.id = fs)
      AND (w.state = 'active' OR w.disabled_reason <> 'access_revoked');
  END IF;
  PERFORM FROM mount_session m WHERE m.created_by = creator AND m.org_id = org AND (fs IS NULL OR m.filesystem_id = fs)
    AND m.ends_at > clock_timestamp() ORDER BY m.id FOR UPDATE;
  UPDATE mount_session m SET stopped_at = clock_timestamp(), stopped_reason = 'access_revoked'
  WHERE m.created_by = creator AND m.org_id = org AND (fs IS NULL OR m.filesystem_id = fs) AND m.stopped_at IS NULL
    AND m.ends_at > clock_timestamp() AND (NOT reading_stays OR m.mode = 'rw');
END $$;
