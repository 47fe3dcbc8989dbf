import { z } from "zod";

import type { BenchEnvironment } from "./environment";
import { benchEcho } from "./files";
import { load, type Load } from "./load";

type Row = { what: string; of_echo: number; statements?: number } & Load;

const created = z.object({ id: z.string() });
const CLIENTS = 32;

/**
 * The cost of authentication: a public request beside one with a key, each against plain node:http,
 * and the database statements for each (from its own count of transactions).
 */
export async function benchAccess(
  environment: BenchEnvironment,
  seconds: number,
  log: (line: string) => void,
): Promise<Row[]> {
  const echo = await benchEcho(seconds);
  const rows: Row[] = [];
  const add = (row: Row) => {
    rows.push(row);
    const ran = row.statements === undefined ? "" : `, ${row.statements} statements each`;
    log(`${row.what}: ${row.per_second}/s, p50 ${row.p50_ms} ms, p99 ${row.p99_ms} ms${ran}`);
  };
  add({ what: "node:http echo", of_echo: 1, ...echo });
  const fs = await environment.send(
    "POST",
    `/orgs/${environment.org}/filesystems`,
    JSON.stringify({ name: "bench" }),
  );
  const base = `/orgs/${environment.org}/filesystems/${fs.json(created).id}`;
  await environment.send("PUT", `${base}/files?path=/f`, Buffer.from("x"));
  const routes = [
    ["GET health: public", "/health"],
    ["GET me: a key, its organisation", "/me"],
    ["GET files:stat: a key, its grant, the entry", `${base}/files:stat?path=/f`],
  ] as const;
  for (const [what, route] of routes) {
    const before = await statements(environment);
    const result = await load(CLIENTS, seconds, () => environment.send("GET", route));
    const ran = (await statements(environment)) - before;
    add({
      what,
      of_echo: Math.round((result.per_second / echo.per_second) * 1000) / 1000,
      statements: Math.round((ran / result.count) * 100) / 100,
      ...result,
    });
  }
  return rows;
}

// Includes the service's background polling: some 20 statements a second.
async function statements({ sql }: BenchEnvironment): Promise<number> {
  const { rows } = await sql.query<{ n: string }>(
    "SELECT xact_commit AS n FROM pg_stat_database WHERE datname = current_database()",
  );
  return Number(rows[0]?.n);
}
