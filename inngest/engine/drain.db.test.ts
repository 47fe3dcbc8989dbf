import net from "node:net";

import { expect, test } from "vitest";

import { createPool } from "@/lib/db/pool";
import { portOf } from "@/testing/endpoint";
import { openTestPool } from "@/testing/pool";

import { post, testClient, testEngine, until } from "./testing";

const DRAIN_MS = 1_500;
const { pool, url } = await openTestPool(10);

const nothing = (): void => undefined;

async function isListening(): Promise<boolean> {
  const { rowCount } = await pool.query(
    `select from pg_stat_activity where datname = current_database() and state = 'idle' and query like '%LISTEN%'`,
  );
  return rowCount !== 0;
}

/**
 * A proxy to the database that can be cut (connections end, new ones are refused) or fall silent.
 * @param deaf A connection falls silent once what it sends contains this.
 */
async function startWay(deaf?: string) {
  const way = new URL(url);
  const { hostname, port } = way;
  const sockets = new Set<net.Socket>();
  const keep = (socket: net.Socket) => {
    sockets.add(socket);
    socket.on("error", nothing);
    socket.once("close", () => sockets.delete(socket));
  };
  let silent = false;
  const server = net.createServer((socket) => {
    keep(socket);
    if (silent) return;
    const other = net.connect(Number(port), hostname);
    keep(other);
    if (deaf) socket.on("data", (sent) => void (sent.includes(deaf) && other.unpipe()));
    socket.pipe(other).pipe(socket);
    socket.once("close", () => other.destroy());
    other.once("close", () => socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  way.host = `127.0.0.1:${portOf(server)}`;
  return {
    url: way.href,
    cut() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
    silence() {
      silent = true;
      for (const socket of sockets) socket.unpipe();
    },
  };
}

test.each(["cut", "silence"] as const)(
  "an unreachable database (%s) delays closing by no more than the drain, and the run continues elsewhere",
  async (how) => {
    const way = await startWay();
    const lent = createPool(way.url, 10);
    const client = testClient();
    const seen: string[] = [];
    let release = nothing;
    const f = client.createFunction(
      { id: `drain-${how}`, retries: 0, triggers: [{ event: how }] },
      async ({ step }) => {
        await step.run("first", () => void seen.push("first"));
        await step.run("second", async () => {
          seen.push("second");
          if (release === nothing) await new Promise<void>((resolve) => (release = resolve));
        });
      },
    );
    const engine = await testEngine(lent, client, [f], {
      instance: "one",
      policy: { drainMs: DRAIN_MS, sweepMs: 50 },
    });
    await post(engine, { name: how, data: {} });
    await until(() => release !== nothing);
    await until(isListening);
    way[how]();
    // The queue listens on one connection; the other waits for the result of a sweep, or is gone.
    await until(() => [0, 2].includes(Math.min(lent.totalCount - lent.idleCount, 2)));
    release();
    const begun = performance.now();
    await engine.close();
    expect(performance.now() - begun).toBeLessThan(DRAIN_MS + 10_000);
    way.cut();
    const next = await testEngine(pool, client, [f], { instance: "one" });
    await until(async () => (await pool.query("select from engine.run")).rowCount === 0);
    expect(seen).toEqual(["first", "second", "second"]);
    await next.close();
    await lent.end();
  },
  60_000,
);

test("a connection lost before it listens, while the engine closes, ends nothing", async () => {
  const unhandled: unknown[] = [];
  const note = (error: unknown) => void unhandled.push(error);
  process.on("unhandledRejection", note);
  const way = await startWay("LISTEN");
  const lent = createPool(way.url, 10);
  const engine = await testEngine(lent, testClient(), [], { policy: { drainMs: DRAIN_MS } });
  await until(isListening);
  await engine.close();
  way.cut();
  await until(() => lent.totalCount === 0);
  await lent.end();
  await new Promise((resolve) => setImmediate(resolve));
  process.off("unhandledRejection", note);
  expect(unhandled).toEqual([]);
});
