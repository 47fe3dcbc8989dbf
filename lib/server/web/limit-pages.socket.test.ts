import { createServer } from "node:http";

import { afterAll, beforeAll, expect, test } from "vitest";

import { portOf } from "@/testing/endpoint";

import { limitPages } from "./limit-pages";
import { closeServer, listen } from "./serve";

let now = 0;
const pages = limitPages(
  (_, outgoing) => void outgoing.end("page"),
  { pagesPerSecond: 5, trustedProxies: ["127.0.0.1"] },
  () => now,
);
const server = createServer((incoming, outgoing) => void pages(incoming, outgoing));
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
  expect(await visits(20, "203.0.113.1", "/pdfjs/6/cmaps/a.bcmap")).toBe(20);
  const refused = await visit("203.0.113.1");
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "1"]);
  now += 1_000;
  expect(await visits(8, "203.0.113.1")).toBe(5);
});

test("the addresses of one IPv6 subscriber count as one", async () => {
  expect((await visits(4, "2001:db8::1")) + (await visits(4, "2001:db8::2"))).toBe(5);
});
