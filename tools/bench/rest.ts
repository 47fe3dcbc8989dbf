import { setTimeout as sleep } from "node:timers/promises";

import { z } from "zod";

import type { Endpoint } from "@/testing/endpoint";
import { eventually } from "@/testing/eventually";
import { percentiles, type Percentiles } from "@/tools/shared/percentiles";
import { cpuMs, findProcess, memoryMb } from "@/tools/shared/processes";

import { postgresMs, postgresProcesses } from "./counters";
import type { BenchEnvironment } from "./environment";

export const HOST = "rest.test";

const FILESYSTEMS = 20;
// Each webhook gets a change every two seconds: its pace is over, and it sleeps.
const WRITE_EVERY_MS = 100;
// Every backend reports what it did at most once a second.
const REPORT_MS = 2_500;

type Used = { web: number; worker: number; postgres: number; transactions: number; at: number };
type Hook = { base: string; path: string };

/**
 * Single changes, one after the other, to webhooks that sleep: publish → arrival, and what each costs above an idle
 * service. Also what the idle service costs. `seconds` is the length of each of the two runs.
 */
export async function benchRest(
  environment: BenchEnvironment,
  endpoint: Endpoint,
  seconds: number,
  log: (line: string) => void,
) {
  const hooks: Hook[] = [];
  for (let n = 0; n < FILESYSTEMS; n++) hooks.push(await createHook(environment, n));
  await eventually("the first resyncs", () => endpoint.requests.length >= FILESYSTEMS);
  await publish(environment, endpoint, hooks, FILESYSTEMS);
  log(`${FILESYSTEMS} webhooks sleep; an idle service for ${seconds} s …`);
  const idle = await measure(environment, () => sleep(seconds * 1_000));
  log(`single changes for ${seconds} s …`);
  let arrival: Percentiles | undefined;
  const count = Math.ceil((seconds * 1_000) / WRITE_EVERY_MS);
  const busy = await measure(environment, async () => {
    arrival = percentiles(await publish(environment, endpoint, hooks, count));
  });
  return {
    arrival: { "request → arrival": arrival },
    each: { change: above(busy, idle, count) },
    idle: {
      service: {
        transactions_per_s: round((idle.transactions / idle.at) * 1_000),
        cores: round((idle.web + idle.worker + idle.postgres) / idle.at, 4),
        ...memoryOf(environment),
      },
    },
  };
}

async function createHook({ send, org }: BenchEnvironment, n: number): Promise<Hook> {
  const made = await send(
    "POST",
    `/orgs/${org}/filesystems`,
    JSON.stringify({ name: `rest ${n}` }),
  );
  const { id } = made.json(z.object({ id: z.string() }));
  const base = `/orgs/${org}/filesystems/${id}`;
  const path = `/rest-${n}`;
  await send("POST", `${base}/webhooks`, JSON.stringify({ url: `https://${HOST}${path}` }));
  return { base, path };
}

/** Writes `count` files in turn. Returns the milliseconds from each request to the first byte of its message. */
async function publish(
  { send }: BenchEnvironment,
  endpoint: Endpoint,
  hooks: Hook[],
  count: number,
) {
  await sleep(REPORT_MS);
  const from = endpoint.requests.length;
  const begun: { path: string; at: number }[] = [];
  for (let n = 0; n < count; n++) {
    const hook = hooks[n % hooks.length];
    if (hook === undefined) throw new Error("no webhook was created");
    const { base, path } = hook;
    const next = performance.now() + WRITE_EVERY_MS;
    begun.push({ path, at: performance.now() });
    await send("PUT", `${base}/files?path=/file-${n % 100}`, Buffer.from(`${n} ${Math.random()}`));
    await sleep(Math.max(0, next - performance.now()));
  }
  await sleep(REPORT_MS);
  const arrived = endpoint.requests.slice(from);
  return begun.map(({ path, at }) => {
    const first = arrived.find((request) => request.path === path && request.at >= at);
    return first === undefined ? Infinity : first.at - at;
  });
}

async function measure(environment: BenchEnvironment, work: () => Promise<unknown>): Promise<Used> {
  await sleep(REPORT_MS);
  const before = await read(environment);
  await work();
  await sleep(REPORT_MS);
  const after = await read(environment);
  return {
    web: after.web - before.web,
    worker: after.worker - before.worker,
    postgres: after.postgres - before.postgres,
    transactions: after.transactions - before.transactions,
    at: after.at - before.at,
  };
}

async function read({ dataDir, sql }: BenchEnvironment): Promise<Used> {
  const { rows } = await sql.query<{ count: string }>(
    "SELECT xact_commit AS count FROM pg_stat_database WHERE datname = current_database()",
  );
  return {
    web: cpuMs(findProcess(dataDir, "web")),
    worker: cpuMs(findProcess(dataDir, "worker")),
    postgres: postgresMs(dataDir),
    transactions: Number(rows[0]?.count),
    at: performance.now(),
  };
}

/** What each of `count` changes used, beyond what an idle service uses in the same time. */
function above(busy: Used, idle: Used, count: number) {
  const each = (name: keyof Used) => round((busy[name] - (idle[name] / idle.at) * busy.at) / count);
  const [web_ms, worker_ms, postgres_ms] = [each("web"), each("worker"), each("postgres")];
  const cpu_ms = round(web_ms + worker_ms + postgres_ms);
  return { transactions: each("transactions"), web_ms, worker_ms, postgres_ms, cpu_ms };
}

function memoryOf({ dataDir }: BenchEnvironment) {
  const web_mb = memoryMb(findProcess(dataDir, "web"));
  const worker_mb = memoryMb(findProcess(dataDir, "worker"));
  const postgres_mb = postgresProcesses(dataDir).reduce((sum, pid) => sum + memoryMb(pid), 0);
  return { web_mb, worker_mb, postgres_mb, memory_mb: web_mb + worker_mb + postgres_mb };
}

const round = (value: number, digits = 2) => Number(value.toFixed(digits));
