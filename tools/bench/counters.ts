import { eventually } from "@/testing/eventually";
import {
  childrenOf,
  cpuMs,
  findPostmaster,
  findProcess,
  type Program,
  reapedCpuMs,
  signal,
} from "@/tools/shared/processes";

import type { BenchEnvironment } from "./environment";

/** Resources used by the parts of a service since they started. */
export type Counts = {
  web_ms: number;
  worker_ms: number;
  postgres_ms: number;
  receiver_ms: number;
  statements: number;
};

const RESTART_MS = 60_000;

/** Enables pg_stat_statements, and connections of many machines, which restarts the service's database. */
export async function countStatements({ dataDir, sql }: BenchEnvironment): Promise<void> {
  await sql.query("ALTER SYSTEM SET shared_preload_libraries = 'pg_stat_statements'");
  await sql.query("ALTER SYSTEM SET max_connections = 1000");
  const before = findPostmaster(dataDir);
  signal(before === undefined ? [] : [before], "SIGINT");
  await eventually(
    "the database to be back",
    async () => {
      if (findPostmaster(dataDir) === before) return false;
      return sql.query("CREATE EXTENSION IF NOT EXISTS pg_stat_statements").catch(() => false);
    },
    RESTART_MS,
  );
}

/** Reads all counters, of all machines together, excluding this statement. */
export async function readCounts(
  { dataDir, sql, machines }: BenchEnvironment,
  receiver: number,
): Promise<Counts> {
  const { rows } = await sql.query<{ statements: string }>(
    `SELECT coalesce(sum(calls), 0) AS statements
     FROM pg_stat_statements WHERE query NOT LIKE '%pg_stat_%'`,
  );
  const all = (program: Program) =>
    machines.reduce((sum, machine) => sum + cpuMs(findProcess(machine.dataDir, program)), 0);
  return {
    web_ms: all("web"),
    worker_ms: all("worker"),
    postgres_ms: postgresMs(dataDir),
    receiver_ms: cpuMs(receiver),
    statements: Number(rows[0]?.statements),
  };
}

/** The increase since `before`, divided by `n` deliveries. */
export function perDelivery(before: Counts, after: Counts, n: number): Counts {
  const each = (name: keyof Counts) => Math.round(((after[name] - before[name]) / n) * 100) / 100;
  return {
    web_ms: each("web_ms"),
    worker_ms: each("worker_ms"),
    postgres_ms: each("postgres_ms"),
    receiver_ms: each("receiver_ms"),
    statements: each("statements"),
  };
}

/** The statements that used the most database time since the last reset, one line each. */
export async function slowestStatements(
  { sql }: BenchEnvironment,
  count: number,
): Promise<string[]> {
  const { rows } = await sql.query<{ line: string }>(
    `SELECT format('%s ms in %s calls, %s ms each: %s', round(total_exec_time), calls,
        round(mean_exec_time::numeric, 3), left(regexp_replace(query, '\\s+', ' ', 'g'), 100)) AS line
     FROM pg_stat_statements WHERE query NOT LIKE '%pg_stat_%'
     ORDER BY total_exec_time DESC LIMIT $1`,
    [count],
  );
  return rows.map(({ line }) => line);
}

/** Clears the statement counters, so that the next reading covers only what follows. */
export const resetStatements = ({ sql }: BenchEnvironment) =>
  sql.query("SELECT pg_stat_statements_reset()");

/** The processes of the service's database. @throws Error if it is not running */
export function postgresProcesses(dataDir: string): number[] {
  const postmaster = findPostmaster(dataDir);
  if (postmaster === undefined) throw new Error("failed to find the service's PostgreSQL");
  return [postmaster, ...childrenOf(postmaster)];
}

/** CPU time of the service's database so far, in milliseconds, with that of ended backends. */
export function postgresMs(dataDir: string): number {
  const [postmaster = 0, ...backends] = postgresProcesses(dataDir);
  return backends.reduce(
    (sum, pid) => sum + cpuMs(pid),
    cpuMs(postmaster) + reapedCpuMs(postmaster),
  );
}
