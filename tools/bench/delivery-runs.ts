import { setTimeout as sleep } from "node:timers/promises";

import { percentiles, type Percentiles } from "@/tools/shared/percentiles";

import type { Arrival } from "./arrivals";
import {
  type Counts,
  slowestStatements,
  perDelivery,
  readCounts,
  resetStatements,
} from "./counters";
import {
  commitUnhinted,
  type DeliveryEnvironment,
  dropBacklog,
  type Hook,
  waitUntilQuiet,
} from "./delivery-environment";

export type Latency = { what: string } & Percentiles;
export type Rate = {
  what: string;
  webhooks: number;
  per_second: number;
  /** The share of one delivery a second for each webhook. */
  of_ideal: number;
} & Counts;
export type Drain = {
  what: string;
  webhooks: number;
  messages_each: number;
  seconds: number;
  least_seconds: number;
};

const EVENTS = 100;
const WARM_UP_S = 4;
const SPARE_S = 4;
const OUTAGE_MS = 12_000;
const ARRIVE_MS = 3_000;
// Messages of one webhook are a second apart, and that wait is not measured.
const ROUND_MS = 1_600;

/** Commits a single change. Returns its cursor. */
export type Commit = (hook: Hook, n: number) => Promise<number>;

/**
 * Commits one change at a time to each webhook in turn, for `seconds`, and measures from the
 * change's timestamp to its arrival.
 */
export async function runLatency(
  environment: DeliveryEnvironment,
  hooks: readonly Hook[],
  seconds: number,
  commit: Commit,
): Promise<Percentiles> {
  await sleep(ROUND_MS);
  await environment.receiver.take();
  const selected: { hook: Hook; cursor: number }[] = [];
  const endsAt = performance.now() + seconds * 1_000;
  for (let n = 0; performance.now() < endsAt; n++) {
    const hook = hooks[n % hooks.length];
    if (hook === undefined) break;
    selected.push({ hook, cursor: await commit(hook, n) });
    await sleep(ROUND_MS / hooks.length);
  }
  await sleep(ARRIVE_MS);
  const arrivals = byPath(await environment.receiver.take());
  const { rows } = await environment.sql.query<{ fs: string; cursor: string; at: number }>(
    `SELECT filesystem_id AS fs, cursor, extract(epoch FROM at)::float8 * 1000 AS at FROM change WHERE filesystem_id = ANY ($1)`,
    [hooks.map(({ fs }) => fs)],
  );
  const committedAt = new Map(rows.map(({ fs, cursor, at }) => [`${fs} ${cursor}`, at]));
  return percentiles(
    selected.map(({ hook, cursor }) => {
      const came = arrivals.get(hook.path)?.find((arrival) => arrival.cursor >= cursor);
      return (came?.at ?? Infinity) - (committedAt.get(`${hook.fs} ${cursor}`) ?? NaN);
    }),
  );
}

/** From a webhook's creation timestamp to its first request. */
export async function runFirstResyncs(
  environment: DeliveryEnvironment,
  count: number,
  make: (n: number) => Promise<Hook>,
): Promise<{ hooks: Hook[]; times: Percentiles }> {
  const hooks: Hook[] = [];
  for (let n = 0; n < count; n++) hooks.push(await make(n));
  await waitUntilQuiet(environment, hooks);
  const arrivals = byPath(await environment.receiver.take());
  const { rows } = await environment.sql.query<{ id: string; at: number }>(
    "SELECT id, extract(epoch FROM created_at)::float8 * 1000 AS at FROM webhook WHERE id = ANY ($1)",
    [hooks.map(({ id }) => id)],
  );
  const createdAt = new Map(rows.map(({ id, at }) => [id, at]));
  const times = hooks.map(
    ({ id, path }) => (arrivals.get(path)?.[0]?.at ?? Infinity) - (createdAt.get(id) ?? NaN),
  );
  return { hooks, times: percentiles(times) };
}

/**
 * Throughput and cost while all of these webhooks have more backlog than they can be sent, 100
 * events a message. `beside` runs during the measurement.
 */
export async function runRate(
  environment: DeliveryEnvironment,
  what: string,
  hooks: readonly Hook[],
  seconds: number,
  log: (line: string) => void,
  beside: (seconds: number) => Promise<unknown> = (s) => sleep(s * 1_000),
): Promise<Rate> {
  await commitUnhinted(environment, hooks, (WARM_UP_S + seconds + SPARE_S) * EVENTS);
  await sleep(WARM_UP_S * 1_000);
  await resetStatements(environment);
  const before = await readCounts(environment, environment.receiver.pid);
  const begun = await countDelivered(environment, hooks);
  const begunAt = performance.now();
  await beside(seconds);
  const took = (performance.now() - begunAt) / 1_000;
  const delivered = (await countDelivered(environment, hooks)) - begun;
  const after = await readCounts(environment, environment.receiver.pid);
  for (const line of await slowestStatements(environment, 6)) log(`    ${line}`);
  await dropBacklog(environment, hooks);
  const rate = delivered / took;
  const of_ideal = rate / hooks.length;
  return {
    what,
    webhooks: hooks.length,
    per_second: round(rate),
    of_ideal: round(of_ideal),
    ...perDelivery(before, after, delivered),
  };
}

/**
 * What the endpoints missed while they returned 503 for some seconds, and how long it took to catch
 * up.
 */
export async function runOutage(
  environment: DeliveryEnvironment,
  hooks: readonly Hook[],
  messages: number,
): Promise<Drain> {
  await environment.receiver.setStatus(503);
  await commitUnhinted(environment, hooks, messages * EVENTS);
  await sleep(OUTAGE_MS);
  await environment.receiver.setStatus(200);
  const begunAt = performance.now();
  const { rows } = await environment.sql.query<{ wait: number }>(
    "SELECT extract(epoch FROM max(not_before) - clock_timestamp())::float8 AS wait FROM webhook WHERE id = ANY ($1)",
    [hooks.map(({ id }) => id)],
  );
  await waitUntilQuiet(environment, hooks);
  return {
    what: "endpoints away for 12 s",
    webhooks: hooks.length,
    messages_each: messages,
    seconds: round((performance.now() - begunAt) / 1_000),
    // The last endpoint's backoff, and a second between messages.
    least_seconds: round(Math.max(0, rows[0]?.wait ?? 0) + (messages - 1) * 1.02),
  };
}

async function countDelivered(
  { sql }: DeliveryEnvironment,
  hooks: readonly Hook[],
): Promise<number> {
  const { rows } = await sql.query<{ n: string }>(
    "SELECT count(*) AS n FROM delivery WHERE webhook_id = ANY ($1) AND status = 'delivered'",
    [hooks.map(({ id }) => id)],
  );
  return Number(rows[0]?.n);
}

function byPath(arrivals: readonly Arrival[]): Map<string, Arrival[]> {
  const sorted = new Map<string, Arrival[]>();
  for (const arrival of arrivals) {
    const same = sorted.get(arrival.path);
    if (same) same.push(arrival);
    else sorted.set(arrival.path, [arrival]);
  }
  return sorted;
}

const round = (n: number) => Math.round(n * 100) / 100;
