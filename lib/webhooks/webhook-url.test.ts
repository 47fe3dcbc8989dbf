import * as fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";

import { createResolver } from "@/lib/net/resolve";
import { startDnsServer, type DnsAnswer, type DnsServer } from "@/testing/dns";

import { checkWebhookUrl, type WebhookUrlDeps } from "./webhook-url";

const publicA: DnsAnswer = { addresses: ["93.184.216.34"] };
const none: DnsAnswer = { addresses: [] };
const zones: Record<string, [DnsAnswer, DnsAnswer]> = {
  "example.com": [publicA, none],
  "xn--mnchen-3ya.example": [publicA, none],
  "private.example": [{ addresses: ["10.0.0.8"] }, none],
  "mixed.example": [{ addresses: ["93.184.216.34", "127.0.0.1"] }, none],
  "mixed6.example": [publicA, { addresses: ["fd00::1"] }],
  "alias.example": [{ addresses: ["192.168.1.1"], alias: "router.example" }, none],
  "many.example": [
    { addresses: [...Array.from({ length: 200 }, (_, i) => `93.184.216.${i}`), "169.254.169.254"] },
    none,
  ],
  "servfail.example": ["servfail", "servfail"],
  "silent.example": ["silence", "silence"],
};

let server: DnsServer;
let deps: WebhookUrlDeps;
beforeAll(async () => {
  server = await startDnsServer((name, type) => zones[name]?.[type === "A" ? 0 : 1] ?? "nxdomain");
  deps = {
    resolver: createResolver({ servers: [server.address], budgetMs: 300, cacheMs: 1_000 }),
    connectTo: new Map([
      ["receiver", { host: "127.0.0.1", port: 9443 }],
      ["hooks.local", { host: "127.0.0.1", port: 9443 }],
    ]),
    ownHost: "app.example",
  };
});
afterAll(() => server.close());

test.each([
  ["https://example.com", "https://example.com/"],
  ["HTTPS://EXAMPLE.com:443/Hook?a=b&c=%20#part", "https://example.com/Hook?a=b&c=%20"],
  ["https://example.com./hook", "https://example.com/hook"],
  ["https://münchen.example/ü", "https://xn--mnchen-3ya.example/%C3%BC"],
  ["https://8.8.8.8/x", "https://8.8.8.8/x"],
  ["https://[2606:4700:4700::1111]/x", "https://[2606:4700:4700::1111]/x"],
  ["https://example.com/a@b?c=@", "https://example.com/a@b?c=@"],
  ["https://receiver/hook", "https://receiver/hook"],
  ["https://hooks.local/hook", "https://hooks.local/hook"],
])("%s is stored as %s", async (raw, url) => {
  expect(await checkWebhookUrl(raw, deps)).toEqual({
    ok: true,
    url,
    host: new URL(url).hostname.replace(/[[\]]/g, ""),
  });
});

const fullWidth = "１２７.０.０.１";
test.each([
  [
    "url_scheme",
    "http://example.com/",
    "ftp://example.com/",
    "javascript:alert(1)",
    "localhost:3000/x",
  ],
  ["url_port", "https://example.com:8443/", "https://example.com:80/", "https://127.0.0.1:22/"],
  [
    "url_userinfo",
    "https://u:p@example.com/",
    "https://@example.com/",
    "https://:@example.com/",
    "https://u@example.com",
  ],
  [
    "url_invalid",
    "",
    "example.com",
    "https:",
    "https://",
    "https:example.com",
    "https:/example.com",
    "https:///example.com",
    "https://exa mple.com/",
    " https://example.com/",
    "https://example.com/\n",
    "https://example.com/\tx",
    "https://example.com/\0",
    "https://example.com\\@evil.com/",
    "https://example.com/\\x",
    "https://[::1",
    "https://example.com:99999/",
    "https://256.1.1.1/",
    "https://a\u{d800}.com/",
    "https://exa\u00a0mple.com/",
    "https://xn--zz--.com/\u0085",
  ],
  [
    "url_host",
    "https://localhost/",
    "https://localhost./",
    "https://intranet/",
    "https://printer.local/",
    "https://db.internal/",
    "https://x.localhost/",
    "https://APP.example/",
    "https://app.example./x",
    "https://example.com../",
    "https://a..b/",
    "https://*.example.com/",
    `https://${"a".repeat(64)}.com/`,
    `https://${"a.".repeat(130)}com/`,
  ],
  [
    "url_private_address",
    "https://0.0.0.0/",
    "https://0/",
    "https://127.1/",
    "https://2130706433/",
    "https://0x7f000001/",
    "https://0177.0.0.1/",
    `https://${fullWidth}/`,
    "https://127.0.0.1./",
    "https://[::]/",
    "https://[::1]/",
    "https://[::ffff:127.0.0.1]/",
    "https://[::127.0.0.1]/",
    "https://[64:ff9b::a9fe:a9fe]/",
    "https://[2002:7f00:1::]/",
    "https://[2001:0:7f00:1::]/",
    "https://[fe80::1]/",
    "https://[fec0::1]/",
    "https://[fc00::1]/",
    "https://[ff02::1]/",
    "https://[2001:db8::1]/",
    "https://100.64.0.1/",
    "https://169.254.169.254/",
    "https://192.0.0.1/",
    "https://198.18.0.1/",
    "https://240.0.0.1/",
    "https://255.255.255.255/",
  ],
  // Names that exist inside, and names that do not exist: outside they are alike.
  [
    "url_unresolvable",
    "https://private.example/",
    "https://mixed.example/",
    "https://mixed6.example/",
    "https://alias.example/",
    "https://many.example/",
    "https://nobody.example/",
    "https://nonexistent.invalid/",
  ],
  [
    "url_too_long",
    `https://example.com/${"a".repeat(2_048)}`,
    `https://example.com/${"é".repeat(500)}`,
  ],
])("%s", async (type, ...urls) => {
  for (const url of urls) {
    expect([url, await checkWebhookUrl(url, deps)]).toEqual([
      url,
      { ok: false, type, message: expect.any(String) },
    ]);
  }
});

test("a resolver failure is not the URL's fault", async () => {
  for (const host of ["servfail.example", "silent.example"]) {
    expect(await checkWebhookUrl(`https://${host}/`, deps)).toEqual({
      ok: false,
      unavailable: true,
    });
  }
});

test("2,048 bytes are allowed", async () => {
  const url = `https://example.com/${"a".repeat(2_028)}`;
  expect(await checkWebhookUrl(url, deps)).toMatchObject({ ok: true, url });
});

test("no text throws, and an accepted URL is accepted again unchanged", async () => {
  const text = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.webUrl({ validSchemes: ["https"] }),
    fc.string().map((s) => `https://${s}`),
  );
  await fc.assert(
    fc.asyncProperty(text, async (raw) => {
      const resolver = {
        resolve: async () => ({ kind: "addresses" as const, addresses: ["8.8.8.8"] }),
      };
      const first = await checkWebhookUrl(raw, { ...deps, resolver });
      if (!first.ok || !("url" in first)) return;
      expect(await checkWebhookUrl(first.url, { ...deps, resolver })).toEqual(first);
    }),
    { numRuns: 2_000 },
  );
});
