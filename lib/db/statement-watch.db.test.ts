import { readFileSync } from "node:fs";

import { afterAll, beforeAll, expect, test } from "vitest";

import { listen } from "@/lib/realtime/listener";
import { eventually } from "@/testing/eventually";
import { openTestPool } from "@/testing/pool";
import { STALL_MS } from "@/testing/stall";
import { startTcpProxy, type TcpProxy } from "@/testing/tcp-proxy";

import { createDb, type Db } from "./client";
import { createPool } from "./pool";

const TIMES = { askAfter: 200, ask: 300, longest: 60_000 };
const { url } = await openTestPool(2);
let proxy: TcpProxy;
let way: string;

beforeAll(async () => {
  proxy = await startTcpProxy({ url });
  const proxied = new URL(url);
  proxied.host = new URL(proxy.url).host;
  way = proxied.href;
});
afterAll(() => proxy.close());

/** A pool of two connections through the proxy, both opened. */
async function openWay(times = TIMES) {
  const pool = createPool(way, 2, times);
  await Promise.all([pool.query("SELECT pg_sleep(0.1)"), pool.query("SELECT pg_sleep(0.1)")]);
  return { pool, db: createDb(pool) };
}

const transaction = (db: Db) => db.$transaction((tx) => tx.$queryRaw`SELECT 1 AS up`);

test("statements to a server that vanished fail soon, and the pool recovers when there is one", async () => {
  const { pool, db } = await openWay();
  const begun = performance.now();
  proxy.freeze();
  const lost = await Promise.allSettled([pool.query("SELECT 1"), transaction(db)]);
  expect(lost.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect(performance.now() - begun).toBeLessThan(TIMES.askAfter + 3 * TIMES.ask + STALL_MS);
  proxy.restore();
  expect((await pool.query("SELECT 1 AS up")).rows).toEqual([{ up: 1 }]);
  expect(await transaction(db)).toEqual([{ up: 1 }]);
  await pool.end();
});

test("a statement that takes long is left to end while the server responds, up to the longest", async () => {
  const allowed = await openWay();
  const slept = allowed.pool.query("SELECT 1 AS up FROM pg_sleep(2)");
  expect((await slept).rows).toEqual([{ up: 1 }]);
  await allowed.pool.end();

  const { pool } = await openWay({ ...TIMES, longest: 500 });
  await expect(pool.query("SELECT pg_sleep(60)")).rejects.toThrow("Connection terminated");
  await pool.end();
});

/** The seconds after which the kernel asks on the connections to the proxy, which their clients do not close first. */
function keepAlives(): number[] {
  const port = Number(new URL(proxy.url).port).toString(16).toUpperCase().padStart(4, "0");
  const rows = readFileSync("/proc/net/tcp", "utf8").trim().split("\n").slice(1);
  return rows.flatMap((row) => {
    const [, , remote = "", state = "", , timer = ""] = row.trim().split(/\s+/);
    const [kind, left = ""] = timer.split(":");
    const isOurs = remote.endsWith(`:${port}`) && state === "01" && kind === "02";
    return isOurs ? [parseInt(left, 16) / 100] : [];
  });
}

test.skipIf(process.platform !== "linux")("idle connections notice it within seconds", async () => {
  const { pool } = await openWay();
  let hears = false;
  const listener = listen(way, "nothing", () => (hears = true));
  await eventually("the listener", () => hears);
  const three = await eventually("keepalives", () => keepAlives().length === 3 && keepAlives());
  expect(Math.max(...three)).toBeLessThanOrEqual(10);
  await listener.close();
  await pool.end();
});
