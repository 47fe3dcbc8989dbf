import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { promisify } from "node:util";

import { afterAll, beforeAll, expect, test } from "vitest";

import { operationCode } from "./operation-code";

const run = promisify(execFile);
async function respond(request: IncomingMessage, response: ServerResponse) {
  const { method, url, headers } = request;
  const seen = [method, url, headers.authorization, headers["content-type"], await text(request)];
  response.end(JSON.stringify(seen));
}
const server = createServer((request, response) => void respond(request, response));
let origin: string;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "tidemark-code-"));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.close();
  await rm(folder, { recursive: true });
});

const operation = {
  method: "POST",
  path: "/api/v1/orgs/{org_id}/keys",
  security: [{ api_key: [] }],
  parameters: [{ name: "org_id", in: "path", required: true }],
  responses: {},
  requestBody: { content: { "application/json": { example: { name: "it's `${x}`" } } } },
};

/** What the server saw of the request that Node makes with the code. */
async function sentBy(described: Omit<Parameters<typeof operationCode>[0], "origin">) {
  const code = operationCode({ ...described, origin })?.JavaScript ?? "";
  const env = { ...process.env, TIDEMARK_API_KEY: "tmk_1", ORG_ID: "org_1" };
  const options = ["--input-type=module", "-e", code];
  const { stdout } = await run(process.execPath, options, { cwd: folder, env });
  expect(stdout).toMatch(/^200 /);
  return JSON.parse(stdout.slice(4)) as unknown;
}

test("the code sends JSON, a form, a text or nothing", async () => {
  const path = "/api/v1/orgs/org_1/keys";
  expect(await sentBy(operation)).toEqual([
    "POST",
    path,
    "Bearer tmk_1",
    "application/json",
    JSON.stringify({ name: "it's `${x}`" }),
  ]);
  const put = {
    ...operation,
    method: "PUT",
    parameters: [{ name: "path", in: "query", required: true, schema: { example: "/a b" } }],
    requestBody: { content: { "application/octet-stream": { example: "contents" } } },
  };
  expect(await sentBy(put)).toEqual([
    "PUT",
    `${path}?path=/a%20b`,
    "Bearer tmk_1",
    "application/octet-stream",
    "contents",
  ]);
  const form = { "application/x-www-form-urlencoded": { example: { scope: "a b" } } };
  expect(await sentBy({ ...operation, requestBody: { content: form } })).toEqual([
    "POST",
    path,
    "Bearer tmk_1",
    "application/x-www-form-urlencoded;charset=UTF-8",
    "scope=a+b",
  ]);
  const { requestBody: _, ...open } = { ...operation, method: "GET", security: [] };
  expect(await sentBy(open)).toEqual(["GET", path, null, null, ""]);
});
