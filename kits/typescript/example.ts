// Mirrors a filesystem into the table `files`. The conformance suite of the kits drives this program.
import { createServer } from "node:http";

import { Pool } from "pg";

import {
  createReceiver,
  type FileInfo,
  handleNodeRequest,
  POSTGRES_SCHEMA,
  type PostgresClient,
  postgresStore,
} from "./index.ts";

const setting = (name: string) => process.env[name] ?? "";

const pool = new Pool({ connectionString: setting("DATABASE_URL") });
pool.on("error", console.error);
await pool.query(`${POSTGRES_SCHEMA}
  CREATE TABLE IF NOT EXISTS files (
    path text NOT NULL,
    type text NOT NULL,
    size bigint NOT NULL,
    etag text NOT NULL,
    modified_at timestamptz NOT NULL,
    -- Unique by a hash: a path has up to 4,096 bytes, and a primary key takes at most 2,704.
    EXCLUDE USING hash (path WITH =)
  )`);

async function remove(client: PostgresClient, paths: string[]): Promise<void> {
  await client.query("DELETE FROM files WHERE path = ANY ($1)", [paths]);
}

async function put(client: PostgresClient, files: FileInfo[]): Promise<void> {
  await remove(
    client,
    files.map(({ path }) => path),
  );
  const text = "INSERT INTO files SELECT * FROM json_populate_recordset(null::files, $1)";
  await client.query(text, [JSON.stringify(files)]);
}

const receiver = createReceiver({
  secrets: setting("TIDEMARK_SECRETS").split(" "),
  source: {
    api: setting("TIDEMARK_API"),
    key: setting("TIDEMARK_KEY"),
    org: setting("TIDEMARK_ORG"),
    filesystem: setting("TIDEMARK_FILESYSTEM"),
    prefix: setting("TIDEMARK_PREFIX") || "/",
  },
  maxQueued: Number(setting("TIDEMARK_MAX_QUEUED") || 256),
  store: postgresStore({
    pool,
    // Named by the filesystem as long as one webhook follows it: each needs a name of its own.
    name: setting("TIDEMARK_FILESYSTEM"),
    async apply(client, events) {
      // A path can occur more than once; its last event counts.
      const last = new Map(events.map(({ path, file }) => [path, file]));
      await remove(client, [...last.keys()]);
      await put(
        client,
        [...last.values()].filter((file) => file !== null),
      );
    },
    async replace(client, pages) {
      await client.query("DELETE FROM files");
      for await (const page of pages) await put(client, page);
    },
  }),
});

const server = createServer((request, response) => {
  const handle =
    request.url === "/state" ? respondWithState() : handleNodeRequest(receiver, request, response);
  handle.catch((error: unknown) => {
    console.error(error);
    response.destroy();
  });

  async function respondWithState() {
    const text = "SELECT json_agg(files) AS files FROM files";
    const { rows } = await pool.query<{ files: unknown[] | null }>(text);
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify({ files: rows[0]?.files ?? [] }));
  }
});
server.listen(Number(setting("PORT") || 3000), "127.0.0.1");
receiver.start();
