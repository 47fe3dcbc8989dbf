import { createServer } from "node:http";
import { connect } from "node:net";

import { Pool } from "undici";
import { afterAll, beforeAll, expect, test } from "vitest";

import { portOf } from "@/lib/testing/endpoint";
import { type Document, readOperations } from "@/lib/testing/fuzz/document";
import { type FuzzRequest, makeRequest } from "@/lib/testing/fuzz/generate";
import { type FuzzAnswer, judge } from "@/lib/testing/fuzz/judge";
import { createKnown } from "@/lib/testing/fuzz/known";
import { createRandom } from "@/lib/testing/fuzz/random";
import { send } from "@/lib/testing/fuzz/send";
import { startTestService, type TestService } from "@/lib/testing/service";
import { call, createFilesystem, createKey, createTenant } from "@/lib/testing/tenant";

// FUZZ_SEED repeats a run.
const seed = Number(process.env["FUZZ_SEED"] ?? Math.floor(Math.random() * 2 ** 31));
const requests = Number(process.env["FUZZ_REQUESTS"] ?? 20_000);
const AT_ONCE = 16;

let service: TestService;
let pool: Pool;

// Readiness asks the engine how it is; nothing else here needs one.
const engine = createServer((_, response) => response.end());

beforeAll(async () => {
  await new Promise<void>((resolve) => engine.listen(0, "127.0.0.1", resolve));
  service = await startTestService({
    env: { INNGEST_BASE_URL: `http://127.0.0.1:${portOf(engine)}` },
  });
  pool = new Pool(service.url, { connections: AT_ONCE, headersTimeout: 20_000 });
});
afterAll(async () => {
  await pool.close();
  await service.close();
  engine.closeAllConnections();
  engine.close();
});

/** A filesystem with content, a webhook and keys to ask about. */
async function prepare() {
  const tenant = await createTenant(service);
  const fs = await createFilesystem(service, tenant);
  const known = createKnown();
  for (const path of ["/a/b/c", "/a/c", "/b"]) {
    await call(service, tenant.key, "PUT", `${fs.base}/files?parents=true&path=${path}`, path);
    known.add("path", path);
  }
  for (let i = 0; i < 5; i++)
    known.add("key", (await createKey(service.services.db, tenant.orgId)).keyId);
  const own = { org_id: tenant.orgId, fs_id: fs.id };
  return { key: tenant.key, source: { random: createRandom(seed), known, own } };
}

const show = ({ method, target, headers, body }: FuzzRequest, { status, text }: FuzzAnswer) =>
  `${method} ${target.slice(0, 500)}\n${JSON.stringify({ ...headers, authorization: headers["authorization"]?.slice(0, 12) }).slice(0, 500)}` +
  `\n${JSON.stringify(body?.toString().slice(0, 500) ?? null)}\n→ ${status} ${text.slice(0, 500)}`;

test(
  `no request breaks the service or its contract (FUZZ_SEED=${seed})`,
  { timeout: 300_000 },
  async () => {
    console.log(`fuzz: FUZZ_SEED=${seed}, ${requests} requests`);
    const { key, source } = await prepare();
    const document: Document = (await call(service, null, "GET", "/api/v1/openapi.json")).body;
    const operations = readOperations(document);
    const failures = new Map<string, string>();
    const succeeded = new Set<string>();
    const statuses = new Map<number, number>();
    for (let sent = 0; sent < requests; sent += AT_ONCE) {
      const batch = Array.from({ length: AT_ONCE }, () =>
        makeRequest(source, source.random.pick(operations), key),
      );
      const answers = await Promise.all(batch.map((request) => send(pool, request)));
      for (const [i, request] of batch.entries()) {
        const answer = answers[i]!;
        statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
        if (answer.status < 300 && !request.strays) {
          succeeded.add(request.op.id);
          if (answer.text.startsWith("{") || answer.text.startsWith("["))
            source.known.harvest(JSON.parse(answer.text));
        }
        for (const problem of judge(document, request, answer))
          failures.set(
            `${request.op.id}: ${problem}`,
            failures.get(`${request.op.id}: ${problem}`) ?? show(request, answer),
          );
      }
    }
    console.log(
      `fuzz: ${[...statuses]
        .toSorted(([a], [b]) => a - b)
        .map(([status, n]) => `${status} × ${n}`)
        .join(", ")}`,
    );
    expect([...failures].map(([problem, example]) => `${problem}\n${example}`).join("\n\n")).toBe(
      "",
    );
    expect(operations.map(({ id }) => id).filter((id) => !succeeded.has(id))).toEqual([]);
  },
);

/** Sends bytes as they are and returns what came until the connection closed. */
function sendRaw(bytes: string): Promise<string> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    const socket = connect(Number(new URL(service.url).port), "127.0.0.1");
    socket.setTimeout(5_000, () => socket.destroy());
    socket.on("data", (chunk) => chunks.push(chunk));
    socket.on("error", () => undefined);
    socket.on("close", () => resolve(Buffer.concat(chunks).toString("latin1")));
    socket.write(Buffer.from(bytes, "latin1"));
  });
}

test("requests that a client library would not send are refused, and the service goes on", async () => {
  const { key, source } = await prepare();
  const base = `/api/v1/orgs/${source.own.org_id}/filesystems/${source.own.fs_id}`;
  const cases: [line: string, headers: string, body: string, status: RegExp][] = [
    ["GET /api/v1/%zz", "", "", /404/],
    ["GET /api/v1/orgs/%ff/filesystems", "", "", /404/],
    ["GET /api//v1/me", "", "", /404/],
    ["TRACE /api/v1/me", "", "", /405/],
    ["LINK /api/v1/me", "", "", /405/],
    ["GET /api/v1/me", "Authorization: Bearer other\r\n", "", /200|401/],
    ["GET /api/v1/me", "Content-Length: 3\r\n", "abc", /200/],
    [`GET ${base}/files:stat?path=/\xe9`, "", "", /400/],
    [`GET ${base}/files:stat?path=/${"a%20".repeat(20_000)}`, "", "", /431/],
    [`PUT ${base}/files?path=/x`, "Transfer-Encoding: chunked\r\n", "zz\r\nhello\r\n", /400/],
    [`PUT ${base}/files?path=/x`, "Content-Length: 99999999999999999999\r\n", "abc", /400/],
    [`PUT ${base}/files?path=/x`, "Content-Length: 9007199254740991\r\n", "abc", /413/],
    [`PUT ${base}/files?path=/expected`, "Content-Length: 3\r\nExpect: other\r\n", "abc", /201/],
  ];
  const hosts = ["a b", "[", "a/b?c#d", "", "x:99999", "\xe9"];
  for (const host of hosts) {
    const answer = await sendRaw(
      `GET /api/v1/me HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`,
    );
    expect([host, answer.split(" ")[1]]).toEqual([host, "400"]);
    expect(answer.toLowerCase()).toContain("x-request-id: req_");
  }
  const absolute = `GET http://x/api/v1/health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`;
  expect((await sendRaw(absolute)).split(" ")[1]).toBe("200");
  for (const [line, headers, body, status] of cases) {
    const head = `${line} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer ${key}\r\n`;
    const answer = await sendRaw(`${head}${headers}\r\n${body}`);
    expect([line, answer.split(" ")[1]]).toEqual([line, expect.stringMatching(status)]);
  }
  expect((await call(service, null, "GET", "/api/v1/health")).status).toBe(200);
  const stat = await call(service, key, "GET", `${base}/files:stat?path=/x`);
  expect(stat.status).toBe(404);
});
