import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { text } from "node:stream/consumers";

import { afterEach, expect, test } from "vitest";

import { portOf } from "@/testing/endpoint";

import { serveMetrics } from "./metrics-page";
import { closeServer, createWebServer, listen, type Listener } from "./serve";

const TOKEN = "a-token-of-24-characters";
const TEXT = "# HELP a_total A.\n# TYPE a_total counter\na_total 1\n";
const LIMITS = {
  maxConnections: 100,
  trustedProxies: [],
  appUrl: new URL("https://files.example.com"),
};
const pages: Listener = (_, outgoing) => {
  outgoing.writeHead(404, { "content-type": "text/html" }).end("This page does not exist.");
};
const refuse = () => Promise.resolve(new Response("api"));

let server: ReturnType<typeof createWebServer>;
afterEach(() => closeServer(server, 100));

async function start(metricsToken: string | undefined, texts = () => Promise.resolve([TEXT])) {
  const listener = serveMetrics(pages, { ...LIMITS, metricsToken }, texts);
  server = createWebServer(refuse, null, listener, LIMITS);
  await listen(server, 0, "127.0.0.1");
}

type Ask = { path?: string; method?: string; headers?: Record<string, string> };

async function ask({ path = "/metrics", method = "GET", headers = {} }: Ask = {}) {
  const options = { host: "127.0.0.1", port: portOf(server), path, method, headers, agent: false };
  const [incoming] = (await once(request(options).end(), "response")) as [IncomingMessage];
  const { date: _, ...rest } = incoming.headers;
  return { status: incoming.statusCode, headers: rest, body: await text(incoming) };
}

test("without a token programs of this machine see the metrics (spec 4.62)", async () => {
  await start(undefined);
  const seen = await ask();
  expect(seen).toMatchObject({ status: 200, body: TEXT });
  expect(seen.headers).toMatchObject({
    "content-type": "text/plain; version=0.0.4; charset=utf-8",
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
    "strict-transport-security": expect.stringMatching(/^max-age=/),
  });
  expect(await ask({ path: "/metrics?x=1" })).toMatchObject({ status: 200 });
  expect(await ask({ method: "HEAD" })).toMatchObject({ status: 200, body: "" });
});

test.each([
  ["x-forwarded-for", "203.0.113.1"],
  ["X-Forwarded-Proto", "https"],
  ["x-real-ip", "203.0.113.1"],
  ["forwarded", "for=203.0.113.1"],
  ["via", "1.1 proxy"],
  ["host", "files.example.com"],
  ["host", "127.0.0.1.example.com"],
])("without a token, a request with %s: %s finds what an unknown path has", async (name, value) => {
  await start(undefined);
  const headers = { [name]: value };
  const unknown = await ask({ path: "/metrix", headers });
  expect(unknown.status).toBe(404);
  expect(await ask({ headers })).toEqual(unknown);
});

test("with a token only who has it sees the metrics, also from elsewhere", async () => {
  await start(TOKEN);
  const unknown = await ask({ path: "/metrix" });
  for (const authorization of ["", "Bearer", `Bearer ${TOKEN}x`, `Basic ${TOKEN}`, TOKEN])
    expect(await ask({ headers: { authorization } })).toEqual(unknown);
  expect(await ask()).toEqual(unknown);
  const authorization = `Bearer ${TOKEN}`;
  const far = { authorization, host: "files.example.com", "x-forwarded-for": "203.0.113.1" };
  expect(await ask({ headers: far })).toMatchObject({ status: 200, body: TEXT });
  expect((await ask({ method: "POST", headers: far })).status).toBe(404);
  expect((await ask({ path: "/metrics/", headers: far })).status).toBe(404);
});

test("metrics that cannot be read are a 500, and the server goes on", async () => {
  await start(TOKEN, () => Promise.reject(new Error("broken on purpose")));
  const headers = { authorization: `Bearer ${TOKEN}` };
  expect(await ask({ headers })).toMatchObject({ status: 500, body: "" });
  expect((await ask({ path: "/" })).status).toBe(404);
});
