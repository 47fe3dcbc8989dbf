import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";

import { Pool } from "pg";
import { z } from "zod";

import { listen } from "@/testing/listen";

/** The lower bound of a request: plain `node:http` with one prepared statement, in a process of its own. */
export type BareServer = { origin: string; stop(): Promise<void> };

const ROOT = path.resolve(import.meta.dirname, "..", "..");
// As many connections as a web server has.
const CONNECTIONS = 20;

/** The statements of the requests that are compared. */
export const STATEMENTS = {
  key: "SELECT k.id, k.org_id FROM api_key k WHERE k.id = $1",
  stat: "SELECT f.code, (f.entry).etag, (f.entry).size FROM entry_find($1, $2) f",
  put: `
    WITH begun AS MATERIALIZED (SELECT $1::text AS id, filesystem_begin($1) AS since
    ), put AS MATERIALIZED (
      SELECT e.info, content_keep($1, sha256($3::bytea), $3::bytea) FROM begun, entry_write(begun.id, $2, false, NULL, '"00000000000000000000000000000000"',
        octet_length($3::bytea), sha256($3::bytea), NULL, NULL, 'api') e
    ), woken AS MATERIALIZED (
      SELECT f.woken FROM begun, webhooks_wake(begun.id, begun.since, 100, interval '250 ms') f WHERE (SELECT count(*) FROM put) > 0)
    SELECT put.info, woken.woken FROM put, woken`,
};

/** Starts one on the database of a service. */
export async function startBareServer(databaseUrl: string): Promise<BareServer> {
  const program = ["bin/run.mjs", "tools/bench/main.ts", "bare"];
  const child = spawn(process.execPath, program, {
    cwd: ROOT,
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  child.send(databaseUrl);
  const [port] = await once(child, "message");
  return {
    origin: `http://127.0.0.1:${z.number().parse(port)}`,
    async stop() {
      const ended = once(child, "exit");
      child.disconnect();
      await ended;
    },
  };
}

/** The server itself, until its parent ends. */
export async function runBareServer(): Promise<void> {
  const [url] = await once(process, "message");
  const pool = new Pool({ connectionString: z.string().parse(url), max: CONNECTIONS });
  const server = createServer((request, response) => void respond(pool, request, response));
  process.send?.(await listen(server));
  while (process.connected) await sleep(100);
}

async function respond(pool: Pool, request: IncomingMessage, response: ServerResponse) {
  const { pathname, searchParams } = new URL(request.url ?? "/", "http://localhost");
  const name = z.enum(["key", "stat", "put"]).parse(pathname.slice(1));
  const body = await buffer(request);
  const [fs, at, key] = ["fs", "path", "key"].map((it) => searchParams.get(it));
  const values = { key: [key], stat: [fs, at], put: [fs, at, body] }[name];
  const { rows } = await pool.query<object>({ name, text: STATEMENTS[name], values });
  response.setHeader("content-type", "application/json").end(JSON.stringify(rows[0]));
}
