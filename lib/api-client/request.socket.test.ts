import { createServer, type IncomingMessage, type RequestListener } from "node:http";

import { afterEach, expect, test, vi } from "vitest";

import { webhooks } from "@/lib/contract/webhooks";
import { portOf } from "@/testing/endpoint";

import { confirmWith, request, RequestError } from "./request";

const params = { org_id: "org_a", fs_id: "fs_b" };
const closing: (() => void)[] = [];
afterEach(() => {
  vi.unstubAllGlobals();
  for (const close of closing.splice(0)) close();
});

/** A service that responds to everything alike, as the page's own origin. */
async function origin(respond: RequestListener): Promise<IncomingMessage[]> {
  const seen: IncomingMessage[] = [];
  const server = createServer((incoming, outgoing) => {
    seen.push(incoming);
    respond(incoming, outgoing);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closing.push(() => void server.close());
  const base = `http://127.0.0.1:${portOf(server)}`;
  const { fetch } = globalThis;
  vi.stubGlobal("fetch", (url: string, init: RequestInit) => fetch(new URL(url, base), init));
  return seen;
}

const failureOf = async (promise: Promise<unknown>) => {
  const error = await promise.then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(RequestError);
  return error as RequestError;
};

test("parameters fill the path, the query follows it", async () => {
  const seen = await origin((_, outgoing) => outgoing.end("[]"));
  await request(webhooks.list, {
    params: { org_id: "org/a", fs_id: "fs_b" },
    query: { limit: "5" },
  });
  expect(seen[0]?.url).toBe("/api/v1/orgs/org%2Fa/filesystems/fs_b/webhooks?limit=5");
});

test("a response that breaks off in its body is none", async () => {
  await origin((_, outgoing) => {
    outgoing.writeHead(200, { "content-length": "100" });
    outgoing.write("[", () => outgoing.destroy());
  });
  const { status, code } = await failureOf(request(webhooks.list, { params }));
  expect([status, code]).toEqual([0, "unreachable"]);
});

test("a refusal keeps its code, its request id and what is wrong with each field", async () => {
  await origin((_, outgoing) => {
    outgoing.writeHead(422);
    outgoing.end(
      JSON.stringify({
        detail: [{ loc: ["body", "url"], msg: "must be https", type: "url_scheme" }],
        code: "validation_error",
        request_id: "req_1",
      }),
    );
  });
  const error = await failureOf(request(webhooks.list, { params }));
  expect(error).toMatchObject({ status: 422, code: "validation_error", requestId: "req_1" });
  expect(error.problems).toEqual([
    { loc: ["body", "url"], msg: "must be https", type: "url_scheme" },
  ]);
});

test("too many requests say for how long", async () => {
  await origin((_, outgoing) => {
    const detail = { code: "rate_limited", message: "", request_id: "req_2", retry_after: 7 };
    outgoing.writeHead(429).end(JSON.stringify({ detail }));
  });
  const error = await failureOf(request(webhooks.list, { params }));
  expect(error).toMatchObject({ code: "rate_limited", retryAfter: 7 });
});

test("a response of something in between, and none at all, are failures too", async () => {
  await origin((_, outgoing) => outgoing.writeHead(502).end("<html>"));
  expect(await failureOf(request(webhooks.list, { params }))).toMatchObject({ code: "unknown" });
  await origin((incoming) => incoming.socket.destroy());
  expect(await failureOf(request(webhooks.list, { params }))).toMatchObject({
    status: 0,
    code: "unreachable",
  });
});

test("a request that needs a confirmation is sent again once there is one, and fails without", async () => {
  let isConfirmed = false;
  let asked = 0;
  const seen = await origin((_, outgoing) => {
    const refusal = {
      detail: { code: "reauthentication_required", message: "", request_id: "req_a" },
    };
    if (isConfirmed) outgoing.end("[]");
    else outgoing.writeHead(403).end(JSON.stringify(refusal));
  });
  const decisions = [false, true];
  confirmWith(() => {
    isConfirmed = decisions[asked++] ?? false;
    return Promise.resolve(isConfirmed);
  });
  const ask = () => request(webhooks.create, { params, body: { url: "https://a.example/" } });
  expect((await failureOf(ask())).code).toBe("reauthentication_required");
  expect(seen).toHaveLength(1);
  await expect(request(webhooks.list, { params })).resolves.toEqual([]);
  expect([seen.length, asked]).toEqual([3, 2]);
});

test("other refusals ask for nothing", async () => {
  await origin((_, outgoing) =>
    outgoing.writeHead(403).end(JSON.stringify({ detail: { code: "forbidden" } })),
  );
  let asked = 0;
  confirmWith(() => Promise.resolve(asked++ < 0));
  expect((await failureOf(request(webhooks.list, { params }))).code).toBe("forbidden");
  expect(asked).toBe(0);
});
