import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type IncomingMessage, request } from "node:http";
import { text } from "node:stream/consumers";

import { expect, test } from "vitest";

import { addressBehind } from "@/lib/http/peer";
import { portOf } from "@/testing/endpoint";

import { withPageHeaders } from "./page-headers";
import { closeServer, createWebServer, listen, type Listener } from "./serve";

type Seen = { response: Headers; inside: IncomingHttpHeaders };

/** What a browser and what the pages get to see of one request. */
async function visit(
  appUrl: string,
  headers: Record<string, string> = {},
  trustedProxies: string[] = [],
  path = "/",
  pagesPort?: number,
): Promise<Seen> {
  let inside: IncomingHttpHeaders = {};
  const pages = withPageHeaders(
    (incoming, outgoing) => {
      inside = incoming.headers;
      outgoing.end("page");
    },
    { appUrl: new URL(appUrl), trustedProxies, pagesPort },
  );
  const server = createServer((incoming, outgoing) => void pages(incoming, outgoing));
  await listen(server, 0, "127.0.0.1");
  const response = await fetch(`http://127.0.0.1:${portOf(server)}${path}`, { headers });
  await response.text();
  await closeServer(server, 100);
  return { response: response.headers, inside };
}

const nonceOf = (headers: Headers) =>
  /script-src 'nonce-([^']+)' 'strict-dynamic'/.exec(
    headers.get("content-security-policy") ?? "",
  )?.[1];

test("a page gets a policy without unsafe-inline scripts, and Next the same one", async () => {
  const { response: reply, inside } = await visit("http://localhost:3000", {
    "content-security-policy": "script-src 'nonce-forged'",
  });
  const policy = reply.get("content-security-policy") ?? "";
  expect(inside["content-security-policy"]).toBe(policy);
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy.split("; ").find((part) => part.startsWith("script-src"))).not.toContain("unsafe");
  expect(reply.get("referrer-policy")).toBe("same-origin");
  expect(reply.get("x-content-type-options")).toBe("nosniff");
  expect(reply.get("permissions-policy")).toContain("camera=()");
});

const policyOf = async (pagesPort?: number) => {
  const { response: reply } = await visit("http://localhost:3000", {}, [], "/", pagesPort);
  return reply.get("content-security-policy") ?? "";
};

test("the policy is relaxed for a development server's pages and for no others", async () => {
  for (const relaxed of ["'unsafe-eval'", "ws:"]) {
    expect(await policyOf()).not.toContain(relaxed);
    expect(await policyOf(3001)).toContain(relaxed);
  }
  expect(await policyOf()).toContain("require-trusted-types-for 'script'");
  expect(await policyOf(3001)).not.toContain("trusted-types");
});

test("a worker of the build reaches nothing but scripts of this origin", async () => {
  const file = "/_next/static/chunks/a.js";
  const { response: reply } = await visit("http://localhost:3000", {}, [], file);
  expect(reply.get("content-security-policy")).toBe("default-src 'none'; script-src 'self'");
  expect(await policyOf()).toContain("worker-src 'self';");
});

test("a page has a request id of our own, which Next gets to see too", async () => {
  const { response: reply, inside } = await visit("http://localhost:3000", {
    "x-request-id": "forged",
  });
  expect(reply.get("x-request-id")).toMatch(/^req_\w+$/);
  expect(inside["x-request-id"]).toBe(reply.get("x-request-id"));
});

test("no two pages share a nonce", async () => {
  const [one, two] = [await visit("http://localhost:3000"), await visit("http://localhost:3000")];
  expect(nonceOf(one.response)).toMatch(/^[A-Za-z0-9+/]{22}==$/);
  expect(nonceOf(one.response)).not.toBe(nonceOf(two.response));
});

test("only an https service asks for https for good", async () => {
  const plain = await visit("http://localhost:3000");
  const secure = await visit("https://files.example.com");
  expect(plain.response.has("strict-transport-security")).toBe(false);
  expect(secure.response.get("strict-transport-security")).toMatch(/^max-age=\d{8,}$/);
});

test("a caller's word about address, host and protocol is not trusted", async () => {
  const forged = {
    "x-tidemark-address": "203.0.113.9",
    "x-forwarded-for": "203.0.113.9",
    "x-forwarded-host": "evil.example",
    "x-forwarded-proto": "http",
  };
  const { inside } = await visit("https://files.example.com", forged);
  expect(inside["x-tidemark-address"]).toBe("127.0.0.1");
  expect(inside["x-forwarded-host"]).toBe("files.example.com");
  expect(inside["x-forwarded-proto"]).toBe("https");
  const proxied = await visit("https://files.example.com", forged, ["127.0.0.1"]);
  expect(proxied.inside["x-tidemark-address"]).toBe("203.0.113.9");
});

const say = (who: string) => () => Promise.resolve(new Response(who));
const sayPage: Listener = (incoming, outgoing) => {
  outgoing.end("page", () => incoming.url === "/destroyed" && incoming.destroy());
};
const LIMITS = {
  maxConnections: 100,
  trustedProxies: [],
  appUrl: new URL("https://files.example.com"),
};

test("an IPv4 caller is notified as such, also by a socket that takes both families", () => {
  expect(addressBehind("::ffff:192.0.2.1", "", [])).toBe("192.0.2.1");
  expect(addressBehind("2001:db8:0::1", "", [])).toBe("2001:db8::1");
});

test.each([
  ["/api/v1/me", "api"],
  ["/api", "api"],
  ["/oauth/token", "api"],
  ["/.well-known/oauth-authorization-server", "api"],
  ["/api/inngest", "engine"],
  ["/api/auth/session", "page"],
  ["/api/authority", "api"],
  ["/oauthorise", "page"],
  ["/sign-in", "page"],
  ["/x/../api/v1/me", "api"],
  ["/./api/v1/me", "api"],
  ["/api/auth/../v1/me", "api"],
  ["/api/auth/.%2E/v1/me", "api"],
  ["http://elsewhere.example/x/../oauth/token", "api"],
  ["/api/v1/../inngest", "engine"],
  ["/api/v1/../auth/session", "page"],
  ["//api/v1/me", "page"],
])("%s is answered by the %s", async (target, who) => {
  const server = createWebServer(say("api"), say("engine"), sayPage, LIMITS);
  await listen(server, 0, "127.0.0.1");
  // Not by fetch, which resolves dot segments itself.
  const asked = request({ port: portOf(server), path: target, agent: false }).end();
  const [incoming] = (await once(asked, "response")) as [IncomingMessage];
  expect(await text(incoming)).toBe(who);
  await closeServer(server, 100);
});

test("the API cannot be embedded or sniffed, and a page cannot be reached by what is no path", async () => {
  const server = createWebServer(say("api"), say("engine"), sayPage, LIMITS);
  await listen(server, 0, "127.0.0.1");
  const ask = async (path: string, headers: readonly string[] = []) => {
    const options = { port: portOf(server), path, agent: false, headers, setHost: false };
    const [incoming] = (await once(request(options).end(), "response")) as [IncomingMessage];
    return { status: incoming.statusCode, headers: incoming.headers, body: await text(incoming) };
  };
  const { headers } = await ask("/api/v1/me", ["Host", "a"]);
  expect(headers).toMatchObject({
    "x-content-type-options": "nosniff",
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
    "cross-origin-resource-policy": "same-origin",
    "strict-transport-security": expect.stringMatching(/^max-age=/),
  });
  for (const refused of [await ask("*", ["Host", "a"]), await ask("/", ["Host", "a", "Host", "b"])])
    expect([refused.status, JSON.parse(refused.body).detail.code]).toEqual([
      400,
      "malformed_request",
    ]);
  await closeServer(server, 100);
});

test("a client that keeps sending to a page after its response loses the connection", async () => {
  const server = createWebServer(say("api"), say("engine"), sayPage, LIMITS);
  await listen(server, 0, "127.0.0.1");
  for (const path of ["/sign-in", "/destroyed"]) {
    const headers = { "content-length": 1_000 };
    const asked = request({ port: portOf(server), path, method: "POST", headers, agent: false });
    asked.on("error", () => undefined);
    asked.write("x");
    const [incoming] = (await once(asked, "response")) as [IncomingMessage];
    incoming.on("error", () => undefined).resume();
    await expect.poll(() => asked.socket?.closed, { timeout: 5_000 }).toBe(true);
  }
  await closeServer(server, 2_000);
});

test("what makes a page knows which one it is, whatever the caller says", async () => {
  const forged = { "x-tidemark-page": "//example.com" };
  const page = async (path: string) =>
    (await visit("http://localhost:3000", forged, [], path)).inside["x-tidemark-page"];
  expect(await page("/o/org_a/audit?action=a%20b&_rsc=1abc")).toBe("/o/org_a/audit?action=a+b");
  expect(await page("/o/org_a?_rsc=1abc")).toBe("/o/org_a");
});
