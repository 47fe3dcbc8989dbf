import json
from contextlib import contextmanager

from .message import read_cursor, read_events
from .store import NO_STATE, State

# The tables of the store, for your migrations.
POSTGRES_SCHEMA = """
CREATE TABLE IF NOT EXISTS tidemark_state (
  name text PRIMARY KEY,
  cursor bigint,
  resync bigint,
  listed bigint,
  prefix text
);
CREATE TABLE IF NOT EXISTS tidemark_queue (
  name text,
  cursor bigint,
  events text NOT NULL,
  PRIMARY KEY (name, cursor)
);
"""


class PostgresStore:
    """A store in PostgreSQL. Any number of processes may share it.

    connections: a function that returns a context manager with a connection of psycopg or psycopg2
      that is not in a transaction, such as `pool.connection` of psycopg_pool.
    name: tells the webhooks in one database apart, such as the webhook's id: each has a cursor of its own
    apply(cursor, events): sets each path to its file, in the transaction of the given DB-API cursor
    replace(cursor, pages): replaces all files with a listing
    """

    def __init__(self, connections, name, apply, replace):
        self.connections = connections
        self.name = name
        self.apply = apply
        self.replace = replace

    @contextmanager
    def transaction(self):
        with self.connections() as connection:
            if connection.autocommit:
                raise ValueError("the connections must not commit on their own (autocommit)")
            try:
                with connection.cursor() as cursor:
                    cursor.execute("SET TRANSACTION ISOLATION LEVEL READ COMMITTED")
                    yield _Transaction(cursor, self)
                connection.commit()
            except BaseException:
                connection.rollback()
                raise


class _Transaction:
    def __init__(self, cursor, store):
        self.cursor = cursor
        self.store = store
        self.name = store.name

    def _read(self, locking=""):
        self.cursor.execute(
            "SELECT cursor::text, resync::text, listed::text, prefix FROM tidemark_state"
            f" WHERE name = %s {locking}",
            (self.name,),
        )
        row = self.cursor.fetchone()
        if row is None:
            return None
        *cursors, prefix = row
        return State(*(None if text is None else read_cursor(text) for text in cursors), prefix)

    def read(self):
        return self._read() or NO_STATE

    def lock(self):
        state = self._read("FOR UPDATE")
        if state is not None:
            return state
        self.cursor.execute(
            "INSERT INTO tidemark_state (name) VALUES (%s) ON CONFLICT DO NOTHING", (self.name,)
        )
        return self.lock()

    def save(self, state):
        self.cursor.execute(
            "UPDATE tidemark_state SET cursor = %s, resync = %s, listed = %s, prefix = %s"
            " WHERE name = %s",
            (*state, self.name),
        )

    def apply(self, events):
        self.store.apply(self.cursor, events)

    def replace(self, pages):
        self.store.replace(self.cursor, pages)

    def wait_for_listing(self):
        self.cursor.execute(
            "SELECT pg_advisory_xact_lock(hashtextextended(%s, 0))", (f"tidemark {self.name}",)
        )

    def queue_length(self):
        self.cursor.execute("SELECT count(*) FROM tidemark_queue WHERE name = %s", (self.name,))
        return self.cursor.fetchone()[0]

    def enqueue(self, cursor, events):
        self.cursor.execute(
            "INSERT INTO tidemark_queue (name, cursor, events) VALUES (%s, %s, %s)"
            " ON CONFLICT DO NOTHING",
            (self.name, cursor, json.dumps(events)),
        )

    def queue(self):
        self.cursor.execute(
            "SELECT cursor, events FROM tidemark_queue WHERE name = %s ORDER BY cursor",
            (self.name,),
        )
        return [(cursor, read_events(json.loads(events))) for cursor, events in self.cursor.fetchall()]

    def dequeue(self, up_to):
        self.cursor.execute(
            "DELETE FROM tidemark_queue WHERE name = %s AND cursor <= %s", (self.name, up_to)
        )
