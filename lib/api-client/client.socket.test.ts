import { createServer, type IncomingMessage, type RequestListener } from "node:http";

import { afterEach, expect, test } from "vitest";

import { api } from "@/lib/contract/api";
import { portOf } from "@/testing/endpoint";

import { createApiClient, type Credential } from "./client";

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

const params = { org_id: "org_a", fs_id: "fs_b" };
const token = { token: () => Promise.resolve("first") };

/** A client of a service that responds to each request in its turn, and to all others with nothing found. */
async function clientOf(
  responses: RequestListener[],
  { credential = token, forMs = 30_000 }: { credential?: Credential; forMs?: number } = {},
) {
  const seen: { incoming: IncomingMessage; body: string }[] = [];
  const waits: number[] = [];
  const server = createServer((incoming, outgoing) => {
    let body = "";
    incoming.on("data", (chunk) => (body += String(chunk)));
    incoming.on("end", () => {
      seen.push({ incoming, body });
      (responses.shift() ?? refuse(404, "not_found"))(incoming, outgoing);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closing.push(
    () => server.closeAllConnections(),
    () => void server.close(),
  );
  const client = createApiClient({
    baseUrl: `http://127.0.0.1:${portOf(server)}`,
    credential,
    timeoutMs: 60_000,
    retry: { forMs, random: () => 0, wait: (ms) => Promise.resolve(waits.push(ms)) },
  });
  return { ...client, seen, waits };
}

const refuse =
  (status: number, code: string, headers = {}): RequestListener =>
  (_, outgoing) =>
    outgoing
      .writeHead(status, headers)
      .end(JSON.stringify({ detail: { code, message: "", request_id: "req_1" } }));
const busy = refuse(429, "rate_limited", { "retry-after": "7" });
const away = refuse(503, "unavailable");
const lost: RequestListener = (incoming) => incoming.socket.destroy();
const stored: RequestListener = (_, outgoing) => outgoing.writeHead(201).end("{}");
const list: RequestListener = (_, outgoing) => outgoing.end("[]");

const reads = ({ call }: Awaited<ReturnType<typeof clientOf>>) =>
  call(api.webhooks.list, { params });
const creates = ({ call }: Awaited<ReturnType<typeof clientOf>>) =>
  call(api.webhooks.create, { params, body: { url: "https://a.example/" } });

test("reading waits for a service that is away, and as long as a rate limit says", async () => {
  const client = await clientOf([busy, away, lost, list]);
  expect(await reads(client)).toEqual([]);
  expect(client.waits).toEqual([7_000, 200, 400]);
});

test("what may have been made is not made again", async () => {
  for (const response of [away, lost]) {
    const client = await clientOf([response]);
    await expect(creates(client)).rejects.toMatchObject({
      code: response === away ? "unavailable" : "unreachable",
    });
    expect(client.seen).toHaveLength(1);
  }
});

test("a request that the rate limit refused is sent again, whatever it does", async () => {
  const client = await clientOf([busy]);
  await expect(creates(client)).rejects.toMatchObject({ code: "not_found" });
  expect(client.seen.map(({ body }) => body)).toEqual(
    Array<string>(2).fill('{"url":"https://a.example/"}'),
  );
});

test("a client waits no longer than its policy says, and not for space on the disk", async () => {
  const brief = await clientOf([busy, list], { forMs: 6_000 });
  await expect(reads(brief)).rejects.toMatchObject({ code: "rate_limited", retryAfter: 7 });
  const full = await clientOf([refuse(507, "storage_full"), list]);
  await expect(reads(full)).rejects.toMatchObject({ code: "storage_full" });
  expect([...brief.waits, ...full.waits]).toEqual([]);
});

test("a content is made again for each attempt", async () => {
  let made = 0;
  const client = await clientOf([away, stored]);
  const content = () => new Blob([`content ${made++}`]).stream();
  const query = { path: "/a" };
  await client.send(api.entries.put, { params, query, content });
  expect(client.seen.map(({ body }) => body)).toEqual(["content 0", "content 1"]);
});

test("a token that is refused is replaced once, and a refusal without another one stays", async () => {
  const refused: string[] = [];
  const renew = (old: string) => Promise.resolve(refused.push(old) === 1 ? "second" : null);
  const credential = { token: () => Promise.resolve("first"), renew };
  const unknown = refuse(401, "unauthenticated");
  const client = await clientOf([unknown, list, unknown], { credential });
  expect(await reads(client)).toEqual([]);
  await expect(reads(client)).rejects.toMatchObject({ code: "unauthenticated" });
  expect(refused).toEqual(["first", "first"]);
  expect(client.seen.map(({ incoming }) => incoming.headers.authorization)).toEqual([
    "Bearer first",
    "Bearer second",
    "Bearer first",
  ]);
});
