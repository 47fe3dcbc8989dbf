import { createServer } from "node:http";

import { Pool as HttpPool } from "undici";

import { listen } from "@/testing/listen";
import { percentiles, type Percentiles } from "@/tools/shared/percentiles";
import { cpuMs, findProcess } from "@/tools/shared/processes";

import { STATEMENTS } from "./bare-server";
import type { BenchEnvironment } from "./environment";
import { createSized, type Sized } from "./fill";
import { load, type Load } from "./load";
import { benchFeed, benchListing, benchLongPoll } from "./reads";

const FILE = Buffer.alloc(1024, 7);
// Identical contents are one blob, and rewriting it would measure its lock.
const contentOf = (n: number) => Buffer.alloc(1024, `${n} ${performance.now()} `);
export type Row = {
  what: string;
  size: string;
  floor?: string;
  of_floor?: number;
  /** Web server CPU time per request, excluding PostgreSQL and the client. */
  web_cpu_ms?: number;
} & Partial<Load>;

type Add = (row: Row) => void;

/** The files API against its lower bounds, on a small, a large and a very large filesystem. */
export async function benchFiles(
  environment: BenchEnvironment,
  seconds: number,
  sizes: readonly [number, number][],
  log: (line: string) => void,
): Promise<Row[]> {
  const rows: Row[] = [];
  const add = (row: Row) => {
    rows.push(row);
    const beside = row.of_floor === undefined ? "" : `, ${row.of_floor} of ${row.floor}`;
    const rate = row.per_second === undefined ? "" : `${row.per_second}/s, `;
    const cpu = row.web_cpu_ms === undefined ? "" : `, web server ${row.web_cpu_ms} ms of CPU each`;
    log(
      `${row.size}: ${row.what}: ${rate}p50 ${row.p50_ms} ms, p99 ${row.p99_ms} ms${beside}${cpu}`,
    );
  };
  const echo = await benchEcho(seconds);
  add({ what: "node:http echo, 32 clients", size: "–", ...echo });
  // Warms up the server, so that later sizes are comparable.
  await benchMany(environment, seconds);
  for (const [entries, changes] of sizes) {
    log(`creating a filesystem of ${entries} entries and ${changes} retained changes …`);
    const sized = await createSized(environment, entries, changes);
    // Autovacuum would have run long ago had the rows arrived one by one.
    await environment.sql.query("VACUUM (ANALYZE)");
    await benchSize(environment, sized, seconds, echo, add);
  }
  const many = await benchMany(environment, seconds);
  add({ what: "PUT 1 KiB, 32 clients, 100 filesystems", size: "empty", ...many });
  const rename = await benchRename(environment);
  add({ what: "rename of a directory of 49,999 entries", size: "50,000", ...rename });
  return rows;
}

async function benchSize(
  environment: BenchEnvironment,
  sized: Sized,
  seconds: number,
  echo: Load,
  add: Add,
) {
  const { base, entries, changes } = sized;
  const size = `${entries} entries, ${changes} changes`;
  // Before the writes, whose dead rows readers should not be measured on. The first run warms up.
  await benchListing(environment, base, seconds);
  add({
    what: "listing page of 1,000, 1 client",
    size,
    ...(await benchListing(environment, base, seconds)),
  });
  for (const clients of [1, 32]) {
    const bare = await barePut(environment, sized, clients, seconds);
    const put = await webLoad(environment, clients, seconds, (n) =>
      environment.send("PUT", `${base}/files?path=/d0/w${n % 5000}`, contentOf(n)),
    );
    const of_floor = ratio(put.per_second, bare.per_second);
    const floor = `bare statement ${bare.per_second}/s`;
    add({ what: `PUT 1 KiB, ${clients} clients`, size, ...put, floor, of_floor });
  }
  const get = await webLoad(environment, 32, seconds, (n) =>
    environment.send("GET", `${base}/files?path=/d0/w${n % 100}`),
  );
  const of_floor = ratio(get.per_second, echo.per_second);
  add({
    what: "GET 1 KiB, 32 clients",
    size,
    ...get,
    floor: `echo ${echo.per_second}/s`,
    of_floor,
  });
  add({
    what: "feed page of 1,000, 1 client",
    size,
    ...(await benchFeed(environment, base, seconds)),
  });
  add({
    what: "commit → seen in a long poll",
    size,
    ...(await benchLongPoll(environment, base, FILE, seconds)),
  });
}

async function webLoad(
  { dataDir }: BenchEnvironment,
  clients: number,
  seconds: number,
  work: (n: number) => Promise<unknown>,
) {
  const pid = findProcess(dataDir, "web");
  const before = cpuMs(pid);
  const result = await load(clients, seconds, work);
  return { ...result, web_cpu_ms: round((cpuMs(pid) - before) / result.count) };
}

const round = (n: number) => Math.round(n * 100) / 100;
const ratio = (a: number, b: number) => round(a / b);

/** What plain node:http achieves on this machine: the lower bound for any HTTP request. */
export async function benchEcho(seconds: number): Promise<Load> {
  const server = createServer((request, response) => request.pipe(response));
  const port = await listen(server);
  const http = new HttpPool(`http://127.0.0.1:${port}`, { connections: 32 });
  const result = await load(32, seconds, async () => {
    const response = await http.request({ method: "POST", path: "/", body: FILE });
    await response.body.text();
  });
  await http.destroy();
  server.close();
  return result;
}

const barePut = (
  { sql }: BenchEnvironment,
  { id }: Sized,
  clients: number,
  seconds: number,
): Promise<Load> =>
  load(clients, seconds, (n) =>
    sql.query({
      name: "bare-put",
      text: STATEMENTS.put,
      values: [id, `/d0/b${n % 5000}`, Buffer.from(`${n}`)],
    }),
  );

async function benchMany(environment: BenchEnvironment, seconds: number): Promise<Load> {
  const many = await Promise.all(Array.from({ length: 100 }, () => createSized(environment, 1, 0)));
  return load(32, seconds, (n) =>
    environment.send("PUT", `${many[n % 100]?.base}/files?path=/f${n % 5000}`, contentOf(n)),
  );
}

async function benchRename(environment: BenchEnvironment): Promise<Percentiles> {
  const { base } = await createSized(environment, 49_000, 0);
  await environment.send("POST", `${base}/directories`, JSON.stringify({ path: "/all" }));
  for (let n = 0; n < 49; n++)
    await environment.send(
      "POST",
      `${base}/files:move`,
      JSON.stringify({ from: `/d${n}`, to: `/all/d${n}` }),
    );
  const times: number[] = [];
  for (let n = 0; n < 3; n++) {
    const begun = performance.now();
    const [from, to] = n % 2 === 0 ? ["/all", "/moved"] : ["/moved", "/all"];
    await environment.send("POST", `${base}/files:move`, JSON.stringify({ from, to }));
    times.push(performance.now() - begun);
  }
  return percentiles(times);
}
