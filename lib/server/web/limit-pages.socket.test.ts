import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";

import { afterAll, beforeAll, expect, test } from "vitest";

import { portOf } from "@/testing/endpoint";

import { limitPages } from "./limit-pages";
import { withPageHeaders } from "./page-headers";
import { closeServer, createWebServer, listen, type Listener } from "./serve";

let now = 0;
const settings = {
  pagesPerSecond: 5,
  trustedProxies: ["127.0.0.1"],
  maxConnections: 100,
  appUrl: new URL("http://localhost:3000"),
  pagesPort: undefined,
};
const FILE = "/pdfjs/6/cmaps/a.bcmap";
const show: Listener = (incoming, outgoing) => void outgoing.end(incoming.url);
const pages = { listener: withPageHeaders(show, settings), files: new Set([FILE]) };
const server = createWebServer(
  () => Promise.resolve(new Response("api")),
  null,
  limitPages(pages, settings, () => now),
  settings,
);
beforeAll(() => listen(server, 0, "127.0.0.1"));
afterAll(() => closeServer(server, 100));

const visit = async (from: string, path = "/sign-in") => {
  const headers = { "x-forwarded-for": from };
  const response = await fetch(`http://127.0.0.1:${portOf(server)}${path}`, { headers });
  await response.text();
  return response;
};
const visits = async (count: number, from: string, path?: string) => {
  const all = [];
  for (let n = 0; n < count; n++) all.push((await visit(from, path)).status);
  return all.filter((status) => status === 200).length;
};

test("an address gets so many pages a second, others theirs, and files are not counted", async () => {
  expect(await visits(8, "203.0.113.1")).toBe(5);
  expect(await visits(8, "203.0.113.2")).toBe(5);
  expect(await visits(20, "203.0.113.1", "/_next/static/chunks/a.js")).toBe(20);
  expect(await visits(20, "203.0.113.1", FILE)).toBe(20);
  const refused = await visit("203.0.113.1");
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "1"]);
  now += 1_000;
  expect(await visits(8, "203.0.113.1")).toBe(5);
});

test("the addresses of one IPv6 subscriber count as one", async () => {
  expect((await visits(4, "2001:db8::1")) + (await visits(4, "2001:db8::2"))).toBe(5);
});

// Not by fetch, which resolves dot segments itself.
async function ask(from: string, path: string) {
  const headers = { "x-forwarded-for": from };
  const asked = request({ port: portOf(server), path, headers, agent: false }).end();
  const [incoming]: IncomingMessage[] = await once(asked, "response");
  return { status: incoming?.statusCode, policy: incoming?.headers["content-security-policy"] };
}

test.each([
  "/pdfjs/../docs",
  "/_next/static/../../docs",
  "/_next/static/%2e%2e/.%2E/docs",
  "/_next/static\\..\\..\\docs",
  "http://elsewhere.example/_next/static/../../docs",
  "/pdfjs/6/cmaps/nothing",
  `${FILE}/..`,
])("%s is counted, and has the policy of a page", async (path) => {
  now += 1_000;
  const from = "203.0.113.3";
  const all = [];
  for (let n = 0; n < 8; n++) all.push(await ask(from, path));
  expect(all.filter(({ status }) => status === 200)).toHaveLength(5);
  expect(all[0]?.policy).toContain("'strict-dynamic'");
});
