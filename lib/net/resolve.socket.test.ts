import { afterEach, expect, test } from "vitest";

import { startDnsServer, type DnsAnswer, type DnsServer } from "@/testing/dns";
import { STALL_MS } from "@/testing/stall";

import { createResolver } from "./resolve";

const budgetMs = 400;
let server: DnsServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

async function resolverOf(zone: (name: string, type: "A" | "AAAA") => DnsAnswer) {
  server = await startDnsServer(zone);
  return createResolver({ servers: [server.address], budgetMs, cacheMs: 2_000 });
}

const both = (a: DnsAnswer, aaaa: DnsAnswer) => (_: string, type: string) =>
  type === "A" ? a : aaaa;
const none = { addresses: [] };
const a = { addresses: ["93.184.216.34"] };
const aaaa = { addresses: ["2606:2800:220:1::1"] };

test.each([
  ["both families", both(a, aaaa), ["93.184.216.34", "2606:2800:220:1::1"]],
  ["only A", both(a, none), ["93.184.216.34"]],
  ["only AAAA", both(none, aaaa), ["2606:2800:220:1::1"]],
  ["A when AAAA fails", both(a, "servfail"), ["93.184.216.34"]],
  ["A when AAAA stays silent", both(a, "silence"), ["93.184.216.34"]],
  ["an alias", both({ ...a, alias: "other.example.com" }, none), ["93.184.216.34"]],
] as const)("%s: the addresses", async (_, zone, addresses) => {
  const resolver = await resolverOf(zone);
  expect(await resolver.resolve("example.com")).toEqual({ kind: "addresses", addresses });
});

test("hundreds of records are all returned", async () => {
  const addresses = Array.from({ length: 200 }, (_, i) => `93.184.216.${i}`);
  const resolver = await resolverOf(both({ addresses }, none));
  expect(await resolver.resolve("example.com")).toEqual({ kind: "addresses", addresses });
});

test.each([
  ["NXDOMAIN", both("nxdomain", "nxdomain"), { kind: "nxdomain" }],
  ["a name without addresses", both(none, none), { kind: "nxdomain" }],
  ["SERVFAIL", both("servfail", "servfail"), { kind: "failed", cause: "servfail" }],
  [
    "SERVFAIL of one family, none of the other",
    both("servfail", none),
    { kind: "failed", cause: "servfail" },
  ],
  ["silence", both("silence", "silence"), { kind: "failed", cause: "timeout" }],
  [
    "a response after the budget",
    both({ ...a, afterMs: 900 }, "silence"),
    { kind: "failed", cause: "timeout" },
  ],
] as const)("%s", async (_, zone, expected) => {
  const resolver = await resolverOf(zone);
  const startedAt = performance.now();
  expect(await resolver.resolve("example.com")).toEqual(expected);
  expect(performance.now() - startedAt).toBeLessThan(budgetMs + STALL_MS);
});

test("an unreachable name server is a failure, not a missing name", async () => {
  const resolver = createResolver({ servers: ["127.0.0.1:9"], budgetMs, cacheMs: 2_000 });
  expect(await resolver.resolve("example.com")).toMatchObject({ kind: "failed" });
});

test("a malformed name counts as missing", async () => {
  const resolver = await resolverOf(both(a, none));
  expect(await resolver.resolve(`${"a".repeat(64)}.example.com`)).toEqual({ kind: "nxdomain" });
  expect(await resolver.resolve("a..b")).toEqual({ kind: "nxdomain" });
});

test("equal lookups are coalesced and found addresses are cached briefly", async () => {
  const resolver = await resolverOf(both(a, none));
  await Promise.all([resolver.resolve("example.com"), resolver.resolve("example.com")]);
  await resolver.resolve("example.com");
  expect(server?.questions.toSorted()).toEqual(["A example.com", "AAAA example.com"]);
});

test("at most 256 lookups run at once; one more fails at once without a query", async () => {
  const resolver = await resolverOf(both("silence", "silence"));
  const many = Array.from({ length: 256 }, (_, n) => resolver.resolve(`${n}.example.com`));
  expect(await resolver.resolve("one-more.example.com")).toEqual({ kind: "failed", cause: "busy" });
  await Promise.all(many);
  expect(server?.questions).not.toContain("A one-more.example.com");
  expect(await resolver.resolve("one-more.example.com")).toEqual({
    kind: "failed",
    cause: "timeout",
  });
});

test("failures and missing names are not cached", async () => {
  let response: DnsAnswer = "servfail";
  const resolver = await resolverOf((_, type) => (type === "A" ? response : none));
  expect(await resolver.resolve("example.com")).toMatchObject({ kind: "failed" });
  response = "nxdomain";
  expect(await resolver.resolve("example.com")).toMatchObject({ kind: "nxdomain" });
  response = a;
  expect(await resolver.resolve("example.com")).toMatchObject({ kind: "addresses" });
});

test("cached addresses expire", async () => {
  server = await startDnsServer(both(a, none));
  const resolver = createResolver({ servers: [server.address], budgetMs: 400, cacheMs: 50 });
  await resolver.resolve("example.com");
  await expect
    .poll(
      async () => {
        await resolver.resolve("example.com");
        return server?.questions.length;
      },
      { timeout: 2_000, interval: 20 },
    )
    .toBe(4);
});
