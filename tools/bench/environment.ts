import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";

import { Pool } from "pg";
import { Pool as HttpPool } from "undici";
import type { z } from "zod";

import { findPostgres } from "@/lib/server/launch/embedded-postgres";
import type { Child } from "@/testing/programs/children";
import { makeAccount, startService } from "@/testing/programs/service";

/** A service to be measured, with a key and direct access to its database. */
export type BenchEnvironment = {
  origin: string;
  dataDir: string;
  org: string;
  key: string;
  sql: Pool;
  databaseUrl: string;
  /** Sends one request and returns its JSON; throws unless it succeeds. */
  send: (
    method: "GET" | "PUT" | "POST" | "DELETE",
    route: string,
    body?: string | Buffer,
  ) => Promise<ApiResponse>;
  close(): Promise<void>;
};

type ApiResponse = {
  headers: Record<string, string | string[] | undefined>;
  text: string;
  /** The response body, validated. */
  json<T extends z.ZodType>(schema: T): z.output<T>;
};

const CONNECTIONS = 64;

/** Starts it in a temporary directory, with raised rate limits and the given settings. */
export async function openEnvironment(
  prepare: (directory: string) => Promise<Record<string, string>>,
): Promise<BenchEnvironment> {
  const directory = mkdtempSync(path.join(os.tmpdir(), "tidemark-bench-"));
  chmodSync(directory, 0o711);
  const children: Child[] = [];
  const { signal } = new AbortController();
  const settings = await prepare(directory);
  const service = await startService(
    directory,
    settings,
    (child) => void children.push(child),
    signal,
  );
  const { key, org } = await makeAccount({ TIDEMARK_DATA_DIR: service.dataDir });
  const http = new HttpPool(service.origin, { connections: CONNECTIONS });
  const found = await findPostgres(service.dataDir);
  if (found === undefined) throw new Error("failed to find the service's database");
  const sql = new Pool({ connectionString: found.ownerUrl, max: CONNECTIONS });
  // A restarted server drops idle connections; the next statement opens another.
  sql.on("error", () => undefined);
  return {
    origin: service.origin,
    dataDir: service.dataDir,
    org,
    key,
    sql,
    databaseUrl: found.ownerUrl,
    async send(method, route, body) {
      const isJson = typeof body === "string";
      const headers = {
        authorization: `Bearer ${key}`,
        ...(isJson ? { "content-type": "application/json" } : {}),
      };
      const response = await http.request({
        method,
        path: `/api/v1${route}`,
        headers,
        body: body ?? null,
      });
      const text = await response.body.text();
      if (response.statusCode >= 300)
        throw new Error(`${method} ${route}: ${response.statusCode} ${text}`);
      return { headers: response.headers, text, json: (schema) => schema.parse(JSON.parse(text)) };
    },
    async close() {
      await Promise.all([http.destroy(), sql.end()]);
      for (const child of children) await child.stop();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
