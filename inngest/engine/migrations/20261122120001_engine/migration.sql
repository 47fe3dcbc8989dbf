-- The tables of the embedded engine. Takes no lock that anything waits for: the schema is new.
CREATE SCHEMA engine;

-- What the last sync registered, kept to see whether a sync changes anything.
CREATE TABLE engine.function (
  id text COLLATE "C" PRIMARY KEY,
  config text NOT NULL,
  synced_at timestamptz NOT NULL DEFAULT now()
);

-- Ids of accepted events: a second event with the same id within 24 hours starts nothing.
CREATE TABLE engine.event (
  id text COLLATE "C" PRIMARY KEY,
  received_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX event_received_at ON engine.event USING brin (received_at);

-- A live run has wake_at: when its next step is due. The holder of the lease keeps it in the future. Bodies are
-- text, not jsonb: they are passed on exactly as they arrived.
CREATE TABLE engine.run (
  id text COLLATE "C" PRIMARY KEY,
  function_id text COLLATE "C" NOT NULL,
  event text NOT NULL,
  state text NOT NULL,
  version smallint NOT NULL DEFAULT -1,
  owner text COLLATE "C",
  generation integer NOT NULL DEFAULT 1,
  wake_at timestamptz,
  parked_at timestamptz,
  failed_at timestamptz,
  error text,
  created_at timestamptz NOT NULL DEFAULT now(),
  CHECK (num_nonnulls(wake_at, parked_at, failed_at) = 1)
) WITH (
  fillfactor = 70,
  autovacuum_vacuum_scale_factor = 0.02,
  autovacuum_vacuum_threshold = 500
);
CREATE INDEX run_wake_at ON engine.run (wake_at) WHERE wake_at IS NOT NULL;
CREATE INDEX run_parked ON engine.run (function_id, parked_at) WHERE parked_at IS NOT NULL;
CREATE INDEX run_failed_at ON engine.run (failed_at) WHERE failed_at IS NOT NULL;

-- Results of steps. No foreign key: rows are written and deleted only together with the row of their run.
CREATE TABLE engine.memo (
  run_id text COLLATE "C" NOT NULL,
  step_id text COLLATE "C" NOT NULL,
  position integer NOT NULL,
  body text NOT NULL,
  PRIMARY KEY (run_id, step_id)
) WITH (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 500);

-- One row per step that a function with a concurrency limit may execute at once.
CREATE TABLE engine.slot (
  function_id text COLLATE "C" NOT NULL,
  n integer NOT NULL,
  run_id text COLLATE "C",
  owner text COLLATE "C",
  until timestamptz NOT NULL DEFAULT '-infinity',
  PRIMARY KEY (function_id, n)
) WITH (fillfactor = 50);
