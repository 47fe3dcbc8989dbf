import { z } from "zod";

import type { Percentiles } from "@/tools/shared/percentiles";

import {
  addIdle,
  commitUnhinted,
  type DeliveryEnvironment,
  type Hook,
  hostOf,
  createHook,
  createHooks,
  ONE_HOST,
  openDeliveryEnvironment,
} from "./delivery-environment";
import {
  type Commit,
  type Drain,
  type Latency,
  type Rate,
  runFirstResyncs,
  runLatency,
  runOutage,
  runRate,
} from "./delivery-runs";

export type DeliveryBench = { latency: Latency[]; rate: Rate[]; drain: Drain[] };

const LATENCY_HOOKS = 20;
const LOAD_HOOKS = 100;
const OUTAGE_MESSAGES = 5;
const IDLE = 10_000;

/**
 * Latency and cost of delivery to webhooks of one organisation, on a separate service with a
 * receiver in another process: TLS, signed, 100 events a message where more are pending. `seconds`
 * is the length of each run, `counts` the numbers of webhooks with a backlog. Times are commit →
 * arrival by the machine's clock.
 */
export async function benchDelivery(
  seconds: number,
  counts: readonly number[],
  log: (line: string) => void,
): Promise<DeliveryBench> {
  const most = Math.max(LOAD_HOOKS, ...counts);
  const environment = await openDeliveryEnvironment(LATENCY_HOOKS + most);
  const rows: DeliveryBench = { latency: [], rate: [], drain: [] };
  const bench = { environment, seconds, log, rows };
  try {
    const { hooks: single, times } = await runFirstResyncs(environment, LATENCY_HOOKS, (n) =>
      createHook(environment, hostOf(n), `/single-${n}`),
    );
    addLatency(bench, "created → first resync", times);
    await latency(bench, single, "at rest", viaApi(environment));
    await latency(bench, single, "at rest, every hint lost", unhinted(environment));
    log(`making ${most} webhooks …`);
    const many = await createHooks(
      environment,
      Array.from({ length: most }, (_, n) => hostOf(LATENCY_HOOKS + n)),
    );
    for (const count of counts) await rate(bench, many.slice(0, count), "a host each");
    await underLoad(bench, single, many.slice(0, LOAD_HOOKS));
    addDrain(bench, await runOutage(environment, many, OUTAGE_MESSAGES));
    log(`creating ${most} webhooks of one host …`);
    await rate(
      bench,
      await createHooks(
        environment,
        many.map(() => ONE_HOST),
      ),
      "all on one host",
    );
    await addIdle(environment, IDLE);
    await latency(bench, single, `at rest, beside ${IDLE} idle`, viaApi(environment));
    await rate(bench, many.slice(0, LOAD_HOOKS), `a host each, beside ${IDLE} idle`);
    return rows;
  } finally {
    await environment.close();
  }
}

type Bench = {
  environment: DeliveryEnvironment;
  seconds: number;
  log: (line: string) => void;
  rows: DeliveryBench;
};

async function latency(
  { environment, ...bench }: Bench,
  hooks: readonly Hook[],
  what: string,
  commit: Commit,
) {
  const times = await runLatency(environment, hooks, bench.seconds, commit);
  addLatency(bench, `commit → arrival, ${what}`, times);
}

async function rate({ environment, ...bench }: Bench, hooks: readonly Hook[], what: string) {
  addRate(bench, await runRate(environment, what, hooks, bench.seconds, bench.log));
}

/** Single changes to some webhooks while others are sent one full message a second. */
async function underLoad(
  { environment, ...bench }: Bench,
  single: readonly Hook[],
  load: readonly Hook[],
) {
  const what = `while ${single.length} others are watched`;
  const beside = async (seconds: number) => {
    const times = await runLatency(environment, single, seconds, viaApi(environment));
    addLatency(bench, `commit → arrival, beside ${load.length} webhooks that are behind`, times);
  };
  addRate(bench, await runRate(environment, what, load, bench.seconds, bench.log, beside));
}

const viaApi =
  ({ send }: DeliveryEnvironment): Commit =>
  async ({ base }, n) => {
    const response = await send("PUT", `${base}/files?path=/d/f${n % 100}`, Buffer.from(`${n}`));
    return z.coerce.number().parse(response.headers["x-cursor"]);
  };

const unhinted =
  (environment: DeliveryEnvironment): Commit =>
  async (hook) =>
    z.number().parse((await commitUnhinted(environment, [hook], 1))[0]);

type Adding = Pick<Bench, "log" | "rows">;

function addLatency({ log, rows }: Adding, what: string, times: Percentiles) {
  rows.latency.push({ what, ...times });
  log(`${what}: p50 ${times.p50_ms} ms, p99 ${times.p99_ms} ms of ${times.count}`);
}

function addRate({ log, rows }: Adding, row: Rate) {
  rows.rate.push(row);
  log(
    `${row.webhooks} webhooks, ${row.what}: ${row.per_second}/s, ${row.of_ideal} of the ideal one a second each; each ${row.worker_ms} ms of CPU in the worker, ${row.web_ms} in the web server, ${row.postgres_ms} in PostgreSQL, ${row.receiver_ms} in the receiver, ${row.statements} statements`,
  );
}

function addDrain({ log, rows }: Adding, row: Drain) {
  rows.drain.push(row);
  log(
    `${row.webhooks} ${row.what}: ${row.messages_each} messages each, caught up ${row.seconds} s after recovery (ideal: ${row.least_seconds} s)`,
  );
}
