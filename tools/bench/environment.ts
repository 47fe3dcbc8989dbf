import { chmodSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";

import { Pool } from "pg";

import { findPostgres } from "@/lib/server/launch/embedded-postgres";
import { ensureSecrets } from "@/lib/server/launch/secrets";
import type { Child } from "@/testing/programs/children";
import { makeAccount, startService } from "@/testing/programs/service";

import { openSender, type Send } from "./send";

/** A web server and a worker, with their address and the data directory that they are found by. */
export type Machine = { origin: string; dataDir: string };

/** A service to be measured, with a key and direct access to its database. */
export type BenchEnvironment = Machine & {
  org: string;
  key: string;
  sql: Pool;
  databaseUrl: string;
  /** Those that share the database: the service itself, and what was added. */
  machines: Machine[];
  /** Sends one request and returns its JSON; throws unless it succeeds. */
  send: Send;
  /** Starts one more machine on the same database, contents and secrets. */
  addMachine(): Promise<void>;
  close(): Promise<void>;
};

const CONNECTIONS = 64;

/** Starts it in a temporary directory, with raised rate limits and the given settings. */
export async function openEnvironment(
  prepare: (directory: string) => Promise<Record<string, string>>,
): Promise<BenchEnvironment> {
  const directory = mkdtempSync(path.join(os.tmpdir(), "tidemark-bench-"));
  chmodSync(directory, 0o711);
  const children: Child[] = [];
  const settings = await prepare(directory);
  const start = (at: string, more: Record<string, string>) =>
    startService(
      at,
      { ...settings, ...more },
      (child) => void children.push(child),
      new AbortController().signal,
    );
  const service = await start(directory, {});
  const { key, org } = await makeAccount({ TIDEMARK_DATA_DIR: service.dataDir });
  const sender = openSender(service.origin, key, CONNECTIONS);
  const found = await findPostgres(service.dataDir);
  if (found === undefined) throw new Error("failed to find the service's database");
  const sql = new Pool({ connectionString: found.ownerUrl, max: CONNECTIONS });
  // A restarted server drops idle connections; the next statement opens another.
  sql.on("error", () => undefined);
  const machines: Machine[] = [service];
  return {
    ...service,
    org,
    key,
    sql,
    databaseUrl: found.ownerUrl,
    machines,
    send: sender.send,
    async addMachine() {
      const at = path.join(directory, `machine-${machines.length}`);
      mkdirSync(at);
      const shared = {
        DATABASE_URL: found.url,
        BLOB_URL: `file://${path.join(service.dataDir, "blobs")}`,
        ...ensureSecrets(service.dataDir, {}),
      };
      machines.push(await start(at, shared));
    },
    async close() {
      await Promise.all([sender.close(), sql.end()]);
      for (const child of children.toReversed()) await child.stop();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
