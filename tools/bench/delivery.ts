import { z } from "zod";

import {
  addIdle,
  commitUnhinted,
  type DeliveryPlace,
  type Hook,
  hostOf,
  makeHook,
  makeHooks,
  ONE_HOST,
  openDeliveryPlace,
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
import type { Percentiles } from "./percentiles";

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
  tell: (line: string) => void,
): Promise<DeliveryBench> {
  const most = Math.max(LOAD_HOOKS, ...counts);
  const place = await openDeliveryPlace(LATENCY_HOOKS + most);
  const rows: DeliveryBench = { latency: [], rate: [], drain: [] };
  const bench = { place, seconds, tell, rows };
  try {
    const { hooks: single, times } = await runFirstResyncs(place, LATENCY_HOOKS, (n) =>
      makeHook(place, hostOf(n), `/single-${n}`),
    );
    addLatency(bench, "created → first resync", times);
    await latency(bench, single, "at rest", viaApi(place));
    await latency(bench, single, "at rest, every hint lost", unhinted(place));
    tell(`making ${most} webhooks …`);
    const many = await makeHooks(
      place,
      Array.from({ length: most }, (_, n) => hostOf(LATENCY_HOOKS + n)),
    );
    for (const count of counts) await rate(bench, many.slice(0, count), "a host each");
    await underLoad(bench, single, many.slice(0, LOAD_HOOKS));
    addDrain(bench, await runOutage(place, many, OUTAGE_MESSAGES));
    tell(`creating ${most} webhooks of one host …`);
    await rate(
      bench,
      await makeHooks(
        place,
        many.map(() => ONE_HOST),
      ),
      "all on one host",
    );
    await addIdle(place, IDLE);
    await latency(bench, single, `at rest, beside ${IDLE} idle`, viaApi(place));
    await rate(bench, many.slice(0, LOAD_HOOKS), `a host each, beside ${IDLE} idle`);
    return rows;
  } finally {
    await place.close();
  }
}

type Bench = {
  place: DeliveryPlace;
  seconds: number;
  tell: (line: string) => void;
  rows: DeliveryBench;
};

async function latency(
  { place, ...bench }: Bench,
  hooks: readonly Hook[],
  what: string,
  commit: Commit,
) {
  const times = await runLatency(place, hooks, bench.seconds, commit);
  addLatency(bench, `commit → arrival, ${what}`, times);
}

async function rate({ place, ...bench }: Bench, hooks: readonly Hook[], what: string) {
  addRate(bench, await runRate(place, what, hooks, bench.seconds, bench.tell));
}

/** Single changes to some webhooks while others are sent one full message a second. */
async function underLoad(
  { place, ...bench }: Bench,
  single: readonly Hook[],
  load: readonly Hook[],
) {
  const what = `while ${single.length} others are watched`;
  const beside = async (seconds: number) => {
    const times = await runLatency(place, single, seconds, viaApi(place));
    addLatency(bench, `commit → arrival, beside ${load.length} webhooks that are behind`, times);
  };
  addRate(bench, await runRate(place, what, load, bench.seconds, bench.tell, beside));
}

const viaApi =
  ({ send }: DeliveryPlace): Commit =>
  async ({ base }, n) => {
    const answer = await send("PUT", `${base}/files?path=/d/f${n % 100}`, Buffer.from(`${n}`));
    return z.coerce.number().parse(answer.headers["x-cursor"]);
  };

const unhinted =
  (place: DeliveryPlace): Commit =>
  async (hook) =>
    z.number().parse((await commitUnhinted(place, [hook], 1))[0]);

type Adding = Pick<Bench, "tell" | "rows">;

function addLatency({ tell, rows }: Adding, what: string, times: Percentiles) {
  rows.latency.push({ what, ...times });
  tell(`${what}: p50 ${times.p50_ms} ms, p99 ${times.p99_ms} ms of ${times.count}`);
}

function addRate({ tell, rows }: Adding, row: Rate) {
  rows.rate.push(row);
  tell(
    `${row.webhooks} webhooks, ${row.what}: ${row.per_second}/s, ${row.of_ideal} of the ideal one a second each; each ${row.worker_ms} ms of CPU in the worker, ${row.web_ms} in the web server, ${row.postgres_ms} in PostgreSQL, ${row.receiver_ms} in the receiver, ${row.statements} statements, ${row.calls} calls`,
  );
}

function addDrain({ tell, rows }: Adding, row: Drain) {
  rows.drain.push(row);
  tell(
    `${row.webhooks} ${row.what}: ${row.messages_each} messages each, caught up ${row.seconds} s after recovery (ideal: ${row.least_seconds} s)`,
  );
}
