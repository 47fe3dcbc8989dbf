"""Mirrors a filesystem into the table `files`. The conformance suite of the kits drives this program.

PORT=3000 DATABASE_URL=postgres://… TIDEMARK_…=… python3 example.py
"""

import json
import os
from contextlib import contextmanager

import psycopg2
import psycopg2.pool
import uvicorn

from tidemark_receiver import POSTGRES_SCHEMA, PostgresStore, Receiver, Source, asgi

FILES = """
CREATE TABLE IF NOT EXISTS files (
  path text NOT NULL,
  type text NOT NULL,
  size bigint NOT NULL,
  etag text NOT NULL,
  modified_at timestamptz NOT NULL,
  -- Unique by a hash: a path has up to 4,096 bytes, and a primary key takes at most 2,704.
  EXCLUDE USING hash (path WITH =)
)
"""

pool = psycopg2.pool.ThreadedConnectionPool(1, 8, os.environ["DATABASE_URL"])


@contextmanager
def connections():
    connection = pool.getconn()
    try:
        yield connection
    finally:
        pool.putconn(connection, close=connection.closed != 0)


def remove(cursor, paths):
    cursor.execute("DELETE FROM files WHERE path = ANY (%s)", (list(paths),))


def put(cursor, files):
    remove(cursor, (file["path"] for file in files))
    cursor.execute(
        "INSERT INTO files SELECT * FROM json_populate_recordset(null::files, %s)",
        (json.dumps(files),),
    )


def apply(cursor, events):
    # A path can occur more than once; its last event counts.
    last = {event["path"]: event["file"] for event in events}
    remove(cursor, last)
    put(cursor, [file for file in last.values() if file is not None])


def replace(cursor, pages):
    cursor.execute("DELETE FROM files")
    for page in pages:
        put(cursor, page)


with connections() as connection, connection, connection.cursor() as cursor:
    cursor.execute(POSTGRES_SCHEMA + FILES)

source = Source(
    api=os.environ["TIDEMARK_API"],
    key=os.environ["TIDEMARK_KEY"],
    org=os.environ["TIDEMARK_ORG"],
    filesystem=os.environ["TIDEMARK_FILESYSTEM"],
    prefix=os.environ.get("TIDEMARK_PREFIX", "/"),
)
receiver = Receiver(
    secrets=os.environ["TIDEMARK_SECRETS"].split(),
    source=source,
    # Named by the filesystem as long as one webhook follows it: each needs a name of its own.
    store=PostgresStore(connections, source.filesystem, apply, replace),
    max_queued=int(os.environ.get("TIDEMARK_MAX_QUEUED", 256)),
)
webhook = asgi(receiver)


async def application(scope, receive, send):
    if scope["type"] == "http" and scope["path"] == "/state":
        with connections() as connection, connection, connection.cursor() as cursor:
            cursor.execute("SELECT coalesce(json_agg(files), '[]')::text FROM files")
            (files,) = cursor.fetchone()
        headers = [(b"content-type", b"application/json")]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": f'{{"files":{files}}}'.encode()})
    else:
        await webhook(scope, receive, send)


uvicorn.run(application, port=int(os.environ.get("PORT", 3000)), log_level="warning")
