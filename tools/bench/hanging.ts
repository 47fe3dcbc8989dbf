import { setTimeout as sleep } from "node:timers/promises";

import type { Api } from "@/examples/receiver/api";
import type { Endpoint, Received } from "@/testing/endpoint";
import { percentiles, type Percentiles } from "@/tools/shared/percentiles";

export const GOOD_HOST = "good.test";
export const HANGING_HOST = "hanging.test";

const WEBHOOKS_EACH = 5;
const GOOD_FILESYSTEMS = 4;
const HANGING_FILESYSTEMS = 10;
// Messages of one webhook are a second apart, and that wait is not measured.
const WRITE_EVERY_MS = 1_500;

type HangingEnvironment = { api: Api; org: string; endpoint: Endpoint };
type Filesystem = { base: string; prefix: string };
export type HangingResult = {
  without: Percentiles;
  with: Percentiles;
  ratio_p99: number;
  hanging: number;
};

/**
 * Commit → arrival of single changes at 20 healthy webhooks, first alone and then while 50 other
 * webhooks' endpoints accept requests and never respond. `seconds` is the length of each of the two
 * runs.
 */
export async function benchHanging(
  environment: HangingEnvironment,
  seconds: number,
  log: (line: string) => void,
): Promise<HangingResult> {
  const good = await prepare(environment, GOOD_FILESYSTEMS, GOOD_HOST, "good");
  await arrival(environment.endpoint, good.length * WEBHOOKS_EACH, GOOD_HOST);
  log(
    `${good.length * WEBHOOKS_EACH} webhooks are ready; measuring without others for ${seconds} s …`,
  );
  const without = await measure(environment, good, seconds);

  const hanging = await prepare(environment, HANGING_FILESYSTEMS, HANGING_HOST, "hanging");
  await arrival(environment.endpoint, hanging.length * WEBHOOKS_EACH, HANGING_HOST);
  log(`${hanging.length * WEBHOOKS_EACH} endpoints hang; measuring again for ${seconds} s …`);
  const stop = new AbortController();
  const noise = Promise.all(
    hanging.map((filesystem) => write(environment, filesystem, stop.signal, () => undefined)),
  );
  const beside = await measure(environment, good, seconds);
  const inFlight = environment.endpoint.mostInFlight();
  stop.abort();
  await noise;
  return {
    without,
    with: beside,
    ratio_p99: round(beside.p99_ms / without.p99_ms),
    hanging: inFlight,
  };
}

async function prepare(
  { api, org }: HangingEnvironment,
  count: number,
  host: string,
  name: string,
): Promise<Filesystem[]> {
  const filesystems: Filesystem[] = [];
  for (let n = 0; n < count; n++) {
    const made = await api.call("POST", `/orgs/${org}/filesystems`, { json: { name } });
    const base = `/orgs/${org}/filesystems/${idOf(made.json)}`;
    const prefix = `/${name}-${n}-`;
    for (let i = 0; i < WEBHOOKS_EACH; i++) {
      await api.call("POST", `${base}/webhooks`, { json: { url: `https://${host}${prefix}${i}` } });
    }
    filesystems.push({ base, prefix });
  }
  return filesystems;
}

/** Waits until this many webhooks of the host have been called once. */
async function arrival(endpoint: Endpoint, count: number, host: string): Promise<void> {
  const called = () =>
    new Set(endpoint.requests.filter((r) => hostOf(r) === host).map((r) => r.path)).size;
  for (let n = 0; called() < count; n++) {
    if (n > 600)
      throw new Error(`only ${called()} of ${count} webhooks were called within a minute`);
    await sleep(100);
  }
}

async function measure(
  environment: HangingEnvironment,
  filesystems: Filesystem[],
  seconds: number,
): Promise<Percentiles> {
  // A webhook that was just called waits a second; that is a promise, not a cost.
  await sleep(2_000);
  const commits: { prefix: string; cursor: number; at: number }[] = [];
  const since = environment.endpoint.requests.length;
  const stop = AbortSignal.timeout(seconds * 1000);
  await Promise.all(
    filesystems.map((filesystem) =>
      write(environment, filesystem, stop, (cursor, at) =>
        commits.push({ prefix: filesystem.prefix, cursor, at }),
      ),
    ),
  );
  await sleep(2_000);
  const arrived = environment.endpoint.requests
    .slice(since)
    .map(({ path, at, body }) => ({ path, at, cursor: cursorOf(body) }));
  const latencies = commits.flatMap(({ prefix, cursor, at }) =>
    Array.from({ length: WEBHOOKS_EACH }, (_, i) => {
      const first = arrived.find(
        (request) => request.path === `${prefix}${i}` && request.cursor >= cursor,
      );
      return first === undefined ? Infinity : first.at - at;
    }),
  );
  return percentiles(latencies);
}

async function write(
  { api }: HangingEnvironment,
  { base }: Filesystem,
  stop: AbortSignal,
  committed: (cursor: number, at: number) => void,
) {
  for (let n = 0; !stop.aborted; n++) {
    const response = await api.call("PUT", `${base}/files`, {
      query: { path: `/f${n % 10}` },
      body: Buffer.from(`${n}`),
    });
    committed(Number(response.headers.get("x-cursor")), performance.now());
    await sleep(WRITE_EVERY_MS * (0.9 + 0.2 * Math.random()), undefined, { signal: stop }).catch(
      () => undefined,
    );
  }
}

const hostOf = ({ headers }: Received) => headers.find(([name]) => name === "host")?.[1];
const round = (n: number) => Math.round(n * 100) / 100;

function idOf(json: unknown): string {
  if (typeof json === "object" && json !== null && "id" in json && typeof json.id === "string")
    return json.id;
  throw new Error("the service did not return an id");
}

function cursorOf(body: string): number {
  return Number(/"cursor":"(\d+)"\}\}$/.exec(body)?.[1]);
}
