import tls from "node:tls";

import { afterEach, beforeEach, expect, test } from "vitest";

import { createAuthority } from "@/testing/certificates";
import { type Endpoint, startEndpoint } from "@/testing/endpoint";

import { openSocket } from "./connect";
import { createConnection, createIdleConnections, type IdleConnections } from "./connections";

const host = "hooks.test";
let endpoint: Endpoint;
let secureContext: tls.SecureContext;
let time = 0;
let idle: IdleConnections;

beforeEach(async () => {
  const authority = await createAuthority();
  secureContext = tls.createSecureContext({ ca: authority.ca });
  endpoint = await startEndpoint({
    certificate: await authority.issue([host]),
    respond: () => "hang",
  });
  time = 0;
  idle = createIdleConnections({ maxIdle: 2, maxAgeMs: 60_000, now: () => time });
});
afterEach(async () => {
  await idle.close();
  await endpoint.close();
});

const { signal } = new AbortController();

async function connect(addresses = ["127.0.0.1"]) {
  const opened = await openSocket({ addresses, port: endpoint.port, host, secureContext, signal });
  if (opened.kind !== "open") throw new Error(opened.fault.code);
  return createConnection(`https://${host}`, opened.socket, time);
}

const open = () => endpoint.openSockets();
const poll = { timeout: 2_000, interval: 5 };

test("an idle connection is taken once, and only for its origin", async () => {
  const connection = await connect();
  idle.keep("https://a", connection);
  expect(idle.take("https://b")).toBeUndefined();
  expect(idle.take("https://a")).toBe(connection);
  expect(idle.take("https://a")).toBeUndefined();
  idle.keep("https://a", connection);
});

test("a reused connection accumulates no listeners", async () => {
  const connection = await connect();
  idle.keep("a", connection);
  const before = connection.socket.listenerCount("close");
  for (let i = 0; i < 20; i += 1) idle.keep("a", idle.take("a")!);
  expect(connection.socket.listenerCount("close")).toBe(before);
});

test("at sixty seconds a connection is closed instead of taken", async () => {
  idle.keep("a", await connect());
  time = 59_999;
  idle.keep("a", idle.take("a")!);
  time = 60_000;
  expect(idle.take("a")).toBeUndefined();
  await expect.poll(open, poll).toBe(0);
});

test("the connection that was idle longest is closed first", async () => {
  for (const origin of ["a", "b", "c"]) idle.keep(origin, await connect());
  await expect.poll(open, poll).toBe(2);
  expect(idle.take("a")).toBeUndefined();
});

test("a connection closed by the other side is not taken", async () => {
  const connection = await connect();
  idle.keep("a", connection);
  connection.socket.destroy();
  expect(idle.take("a")).toBeUndefined();
});

test("after a refused connection the next address is tried", async () => {
  idle.keep("a", await connect(["127.0.0.9", "::1", "127.0.0.1"]));
  await expect.poll(open, poll).toBe(1);
});

test("when no address works, the fault is the last connection's", async () => {
  const input = {
    addresses: ["127.0.0.9", "127.0.0.8"],
    port: endpoint.port,
    host,
    secureContext,
    signal,
  };
  expect(await openSocket(input)).toEqual({
    kind: "fault",
    fault: { phase: "tcp", code: "ECONNREFUSED" },
  });
});
