import { Pool as HttpPool } from "undici";
import { z } from "zod";

import { cpuMs, findProcess } from "@/tools/shared/processes";

import { startBareServer } from "./bare-server";
import type { BenchEnvironment } from "./environment";
import { benchEcho } from "./files";
import { load, type Load } from "./load";

/** `bare`: requests a second of plain `node:http` with one statement. */
export type Row = {
  what: string;
  bare: number;
  of_bare: number;
  web_cpu_ms: number;
  statements: number;
} & Load;

const CLIENTS = 32;
const FILESYSTEMS = 100;
const FILES = 50;
const created = z.object({ id: z.string() });

// Each request has a content of its own.
const contentOf = (n: number) => Buffer.alloc(1024, `${n} ${performance.now()} `);

type Case = {
  what: string;
  ours: (n: number) => Promise<unknown>;
  /** The path on the bare server, and a body for it. */
  bare: (n: number) => [string, Buffer?];
};

/**
 * The four most frequent requests with an API key, each beside a bare server that runs one statement on the same
 * database; `statements` counts transactions, of the background too.
 */
export async function benchRequests(
  environment: BenchEnvironment,
  seconds: number,
  log: (line: string) => void,
): Promise<Row[]> {
  const rows: Row[] = [];
  const echo = await benchEcho(seconds);
  log(`node:http echo: ${echo.per_second}/s`);
  const bareServer = await startBareServer(environment.databaseUrl);
  const http = new HttpPool(bareServer.origin, { connections: CLIENTS });
  for (const { what, ours, bare } of await makeCases(environment)) {
    const askBare = async (n: number) => {
      const [path, body] = bare(n);
      const response = await http.request({ method: "POST", path, body: body ?? null });
      await response.body.text();
      if (response.statusCode !== 200) throw new Error(`${path}: ${response.statusCode}`);
    };
    // The first runs warm both up.
    for (const work of [askBare, ours]) await load(CLIENTS, seconds, work);
    const floor = await load(CLIENTS, seconds, askBare);
    const row = { what, bare: floor.per_second, ...(await measure(environment, seconds, ours)) };
    rows.push({ ...row, of_bare: round(row.per_second / row.bare) });
    log(
      `${what}: ${row.per_second}/s, p50 ${row.p50_ms} ms, ${round(row.per_second / row.bare)} of ${row.bare}/s, ` +
        `web server ${row.web_cpu_ms} ms of CPU and ${row.statements} statements each`,
    );
  }
  await http.destroy();
  await bareServer.stop();
  return rows;
}

async function makeCases(environment: BenchEnvironment): Promise<Case[]> {
  const { send, org, sql, key } = environment;
  const ids = await Promise.all(
    Array.from({ length: FILESYSTEMS }, async () => {
      const body = JSON.stringify({ name: "bench" });
      return (await send("POST", `/orgs/${org}/filesystems`, body)).json(created).id;
    }),
  );
  const find = "SELECT id FROM api_key WHERE org_id = $1 AND last4 = $2";
  const { rows } = await sql.query<{ id: string }>(find, [org, key.slice(-4)]);
  const keyId = rows[0]?.id ?? "";
  const base = (n: number) => `/orgs/${org}/filesystems/${ids[n % FILESYSTEMS]}`;
  const put = (what: string, fs: (n: number) => number): Case => ({
    what,
    ours: (n) => send("PUT", `${base(fs(n))}/files?path=/f${n % FILES}`, contentOf(n)),
    bare: (n) => [`/put?fs=${ids[fs(n) % FILESYSTEMS]}&path=/f${n % FILES}`, contentOf(n)],
  });
  return [
    put("PUT of 1 KiB, one filesystem", () => 0),
    put(`PUT of 1 KiB, ${FILESYSTEMS} filesystems`, (n) => n),
    { what: "GET me", ours: () => send("GET", "/me"), bare: () => [`/key?key=${keyId}`] },
    {
      what: "GET files:stat",
      ours: () => send("GET", `${base(0)}/files:stat?path=/f0`),
      bare: () => [`/stat?fs=${ids[0]}&path=/f0`],
    },
  ];
}

async function measure(
  environment: BenchEnvironment,
  seconds: number,
  work: (n: number) => Promise<unknown>,
) {
  const pid = findProcess(environment.dataDir, "web");
  const [cpu, statements] = [cpuMs(pid), await countStatements(environment)];
  const result = await load(CLIENTS, seconds, work);
  return {
    ...result,
    web_cpu_ms: round((cpuMs(pid) - cpu) / result.count),
    statements: round(((await countStatements(environment)) - statements) / result.count),
  };
}

async function countStatements({ sql }: BenchEnvironment): Promise<number> {
  const { rows } = await sql.query<{ n: string }>(
    "SELECT xact_commit AS n FROM pg_stat_database WHERE datname = current_database()",
  );
  return Number(rows[0]?.n);
}

const round = (n: number) => Math.round(n * 100) / 100;
