import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";

import { afterAll, beforeAll, expect, test } from "vitest";

import { canonical } from "@/inngest/engine/request";
import { sign } from "@/inngest/engine/signature";
import { middleAndMost, pour, strainDuring } from "@/testing/flood-client";
import { repeats } from "@/testing/repeats";
import { startTestService, type TestService } from "@/testing/service";
import { STALL_MS } from "@/testing/stall";
import { startWebProcess, type WebProcess } from "@/testing/web-process";

const KEY = `signkey-test-${randomBytes(32).toString("hex")}`;
const OLD_KEY = `signkey-test-${randomBytes(32).toString("hex")}`;
const MIB = 1024 ** 2;
// What an Inngest server sends to start a run, in an order of keys that is its own.
const CALL = {
  version: 2,
  event: { name: "webhook/due", data: { webhook_id: "wh_00000000000000000000000000" } },
  events: [{ name: "webhook/due", data: { webhook_id: "wh_00000000000000000000000000" } }],
  steps: {},
  ctx: {
    run_id: "01KB3X6V7CF2DSK8XKQZ4N5W9A",
    attempt: 0,
    stack: { stack: [], current: 0 },
    use_api: false,
    disable_immediate_execution: false,
  },
};

let service: TestService;
let embedded: WebProcess;
let remote: WebProcess;
let limited: WebProcess;
beforeAll(async () => {
  service = await startTestService();
  const inngest = {
    TIDEMARK_EMBEDDED: "",
    INNGEST_BASE_URL: "http://127.0.0.1:9",
    INNGEST_EVENT_KEY: "test",
    INNGEST_SIGNING_KEY: KEY,
    INNGEST_SIGNING_KEY_FALLBACK: OLD_KEY,
  };
  [embedded, remote, limited] = await Promise.all([
    startWebProcess(service),
    startWebProcess(service, inngest),
    startWebProcess(service, {
      ...inngest,
      RATE_LIMIT_ANONYMOUS: "20",
      TRUSTED_PROXIES: "127.0.0.1",
    }),
  ]);
});
afterAll(async () => {
  await Promise.all([embedded.stop(), remote.stop(), limited.stop()]);
  await service.close();
});

const seconds = () => Math.floor(Date.now() / 1_000);
const signature = (text: string, key = KEY, at = seconds()) => ({
  "x-inngest-signature": sign(key, text, at),
});
const reported = (body: unknown) => JSON.stringify(body).replaceAll(/req_\w+/g, "req");
const from = (address: string) => ({ "x-forwarded-for": address });
const post = (web: WebProcess, body: string | null, headers: Record<string, string> = {}) =>
  fetch(`${web.url}/api/inngest?fnId=tidemark-deliver&stepId=step`, {
    method: "POST",
    body,
    headers: { "content-type": "application/json", ...headers },
  });

/** Sends a request without its body, and returns the response. */
async function sendHeaders(web: WebProcess, headers: Record<string, string | number>) {
  const url = `${web.url}/api/inngest`;
  const outgoing = request(url, { method: "POST", headers, agent: false });
  outgoing.flushHeaders();
  const [incoming] = (await once(outgoing, "response")) as [IncomingMessage];
  outgoing.on("error", () => undefined).destroy();
  return incoming;
}

test("with the embedded engine the entry is as unknown as any other path", async () => {
  const text = canonical(CALL);
  const asked = await post(embedded, text, signature(text));
  const unknown = await fetch(`${embedded.url}/api/unknown`, { method: "POST" });
  expect([asked.status, reported(await asked.json())]).toEqual([
    404,
    reported(await unknown.json()),
  ]);
});

test("a signed call runs a function, by its bytes or its canonical form, with either key", async () => {
  const text = canonical(CALL);
  const own = JSON.stringify(CALL);
  expect(own).not.toBe(text);
  for (const [body, key] of [
    [text, KEY],
    [own, KEY],
    [text, OLD_KEY],
  ] as const) {
    const ran = await post(remote, body, signature(text, key));
    // The webhook does not exist, so its drain ends at once: the step that ran is in the response.
    expect([ran.status, await ran.text()]).toEqual([206, expect.stringContaining("drain-1")]);
    expect(ran.headers.get("x-inngest-signature")).toMatch(/^t=\d+&s=/);
  }
});

test("it refuses by the headers alone, before any of the body has come", async () => {
  const length = { "content-length": 1_000 };
  expect((await sendHeaders(embedded, length)).statusCode).toBe(404);
  expect((await sendHeaders(remote, length)).statusCode).toBe(401);
});

test("what is not signed is refused", async () => {
  const text = canonical(CALL);
  const stale = signature(text, KEY, seconds() - 301);
  const early = signature(text, KEY, seconds() + 302);
  const strange = signature(text, `signkey-test-${"ab".repeat(32)}`);
  const malformed = [
    "",
    "t=1",
    "t=x&s=y",
    `t=${seconds()}&s=`,
    `t=${seconds()}&s=${"x".repeat(64)}`,
  ].map((value) => ({ "x-inngest-signature": value }));
  for (const headers of [{}, stale, early, strange, ...malformed]) {
    const refused = await post(remote, text, headers);
    expect([refused.status, await refused.json()]).toMatchObject([
      401,
      { detail: { code: "unauthenticated" } },
    ]);
  }
  for (const body of ["no JSON", "[".repeat(9_000), `${text} `, "[1]"])
    expect((await post(remote, body, signature(text))).status).toBe(
      body === `${text} ` ? 206 : 401,
    );
  expect((await fetch(`${remote.url}/api/inngest`)).status).toBe(401);
  const deleted = await fetch(`${remote.url}/api/inngest`, { method: "DELETE" });
  expect([deleted.status, deleted.headers.get("allow")]).toEqual([405, "GET, POST, PUT"]);
});

test("a body of more than 4 MiB, or of too many values, is refused", async () => {
  const headers = signature("whatever");
  expect((await sendHeaders(remote, { ...headers, "content-length": 5 * MIB })).statusCode).toBe(
    413,
  );
  const unsized = await pour(`${remote.url}/api/inngest`, 40 * MIB, headers);
  expect(unsized?.status ?? 413).toBe(413);
  const many = await post(remote, `[${"0,".repeat(11_000)}0]`, headers);
  expect(many.status).toBe(413);
});

test("a body that does not come loses its connection", async () => {
  const headers = { ...signature("{}"), "content-length": 1_000 };
  const outgoing = request(`${remote.url}/api/inngest`, { method: "POST", headers, agent: false });
  outgoing.on("error", () => undefined).write("{");
  await expect.poll(() => outgoing.destroyed, { timeout: 45_000, interval: 200 }).toBe(true);
});

test("refusals count against the address, and never against a signed call", async () => {
  const statuses: number[] = [];
  for (let n = 0; n < 25; n++)
    statuses.push((await post(limited, "{}", from("203.0.113.9"))).status);
  const [allowed, over] = [statuses.slice(0, 20), statuses.slice(20)];
  expect([new Set(allowed), new Set(over)]).toEqual([new Set([401]), new Set([429])]);
  expect((await post(limited, "{}", from("203.0.113.10"))).status).toBe(401);
  const text = canonical(CALL);
  const signed = { ...signature(text), ...from("203.0.113.9") };
  expect((await post(limited, text, signed)).status).toBe(206);
});

/** Repeats `round`; the first one warms up the process, and the rest is measured. */
async function strain(web: WebProcess, name: string, rounds: number, round: () => Promise<void>) {
  await round();
  const before = await web.reachableBytes();
  const { health, grown } = await strainDuring(web, async () => {
    for (let n = 0; n < rounds; n++) await round();
  });
  const kept = ((await web.reachableBytes()) - before) / MIB;
  const { middle, most } = middleAndMost(health);
  const latencies = `median ${middle.toFixed(1)} ms, most ${most.toFixed(1)} ms`;
  const memory = `grown by ${(grown / MIB).toFixed(1)} MiB, kept ${kept.toFixed(1)} MiB`;
  console.log(`${name}: ${health.length} health checks, ${latencies}, ${memory}`);
  return { most, grown: grown / MIB, kept };
}

test.each([
  ["unknown", () => embedded, () => ({})],
  ["unsigned", () => remote, () => ({})],
  ["wrongly signed", () => remote, () => signature("else")],
])("%s bodies of 40 and 250 MiB delay and fill nothing", async (name, web, headers) => {
  const url = `${web().url}/api/inngest`;
  const { most, grown, kept } = await strain(web(), name, repeats(8, 200), async () => {
    await Promise.all([40, 250].map((size) => pour(url, size * MIB, headers())));
  });
  expect(most).toBeLessThan(2 * STALL_MS);
  // Half of a large body: garbage takes some of it, a body that is read takes twice as much.
  expect(grown).toBeLessThan(125);
  expect(kept).toBeLessThan(40);
});

test("thirty bodies as large and as costly as are looked at delay little, and are not kept", async () => {
  const keys = Array.from({ length: 4_900 }, (_, n) => `"k${(n * 7_919) % 4_900}":0`).join(",");
  const body = `{${keys},"pad":"${"x".repeat(4 * MIB - keys.length - 20)}"}`;
  const statuses: number[] = [];
  const bodies = Array.from({ length: 30 }, () => body);
  const { most, kept } = await strain(remote, "costly", repeats(2, 50), async () => {
    for (const { status } of await Promise.all(
      bodies.map((each) => post(remote, each, signature("else"))),
    ))
      statuses.push(status);
  });
  expect(new Set(statuses)).toEqual(new Set([401]));
  expect(most).toBeLessThan(2 * STALL_MS);
  // Ten bodies of at least sixty: those of connections that are still open stay for a while.
  expect(kept).toBeLessThan(40);
});
