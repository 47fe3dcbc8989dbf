import { createServer } from "node:http";
import { connect } from "node:net";

import { Pool } from "undici";
import { afterAll, beforeAll, expect, test } from "vitest";

import type { AccessFixture } from "@/testing/access/fixture";
import { REQUESTS } from "@/testing/access/requests";
import { portOf } from "@/testing/endpoint";
import { createFuzzFixture, credentials, lifelines } from "@/testing/fuzz/callers";
import { type Document, readOperations } from "@/testing/fuzz/document";
import { endsItsCaller, makeRequest } from "@/testing/fuzz/generate";
import type { FuzzResponse } from "@/testing/fuzz/judge";
import { createKnown } from "@/testing/fuzz/known";
import { createLedger } from "@/testing/fuzz/ledger";
import { createRandom } from "@/testing/fuzz/random";
import { send } from "@/testing/fuzz/send";
import { validRequest } from "@/testing/fuzz/valid";
import { repeats } from "@/testing/repeats";
import { startTestService, type TestService } from "@/testing/service";
import { call, createFilesystem, createKey, createTenant } from "@/testing/tenant";

// FUZZ_SEED repeats a run.
const seed = Number(process.env["FUZZ_SEED"] ?? Math.floor(Math.random() * 2 ** 31));
const requests = repeats(1_200, 200_000);
const AT_ONCE = 16;
// So many of 100 are made as the access matrix makes them: they hold live tokens and codes.
const VALID_PERCENT = 5;

let service: TestService;
let pool: Pool;

// Readiness asks the engine how it is; nothing else here needs one.
const engine = createServer((_, response) => response.end());

beforeAll(async () => {
  await new Promise<void>((resolve) => engine.listen(0, "127.0.0.1", resolve));
  service = await startTestService({
    env: {
      INNGEST_BASE_URL: `http://127.0.0.1:${portOf(engine)}`,
      // X-Forwarded-For is read only from a proxy that is trusted.
      TRUSTED_PROXIES: "127.0.0.1",
      WEBHOOK_CONNECT_TO: "hooks.test:443=127.0.0.1:9",
    },
  });
  pool = new Pool(service.url, { connections: AT_ONCE, headersTimeout: 20_000 });
});
afterAll(async () => {
  await pool.close();
  await service.close();
  engine.closeAllConnections();
  engine.close();
});

/** A world to ask about at random, with content, keys and a delivery, and one where valid requests find their targets. */
async function prepare() {
  const fixture = await createFuzzFixture(service);
  const known = createKnown();
  for (const id of await lifelines(fixture)) known.spare(id);
  const base = `/api/v1/orgs/${fixture.orgId}/filesystems/${fixture.fsId}`;
  for (const path of ["/a/b/c", "/a/c", "/b"]) {
    await call(service, fixture.key, "PUT", `${base}/files?parents=true&path=${path}`, path);
    known.add("path", path);
  }
  for (let i = 0; i < 5; i++)
    known.add("key", (await createKey(service.services.db, fixture.orgId)).keyId);
  const retrying = await REQUESTS["getDelivery"]!(fixture, { headers: {} });
  for (const id of Object.values(retrying.params ?? {})) known.spare(id);
  const session_id = fixture.callers.get("mount-rw")?.id ?? "";
  const own = { org_id: fixture.orgId, fs_id: fixture.fsId, session_id, ...retrying.params };
  const targets = await createFuzzFixture(service);
  return { fixture, targets, source: { random: createRandom(seed), known, own } };
}

// In the order of the contract. There is no mail server; and there are people, so the link of the first start is dead for
// everybody.
const REFUSED: Readonly<Record<string, { status: number; code: string }>> = {
  requestEmailChange: { status: 409, code: "email_not_configured" },
  setUp: { status: 404, code: "not_found" },
};

test(
  `no request breaks the service or its contract (FUZZ_SEED=${seed})`,
  { timeout: repeats(300_000, 14_400_000) },
  async () => {
    console.log(`fuzz: FUZZ_SEED=${seed}, ${requests} requests`);
    const { fixture, targets, source } = await prepare();
    const { random, known } = source;
    const document: Document = (await call(service, null, "GET", "/api/v1/openapi.json")).body;
    const operations = readOperations(document);
    const ledger = createLedger(document);
    for (const op of operations) {
      const request = await validRequest(source, targets, op, false);
      const reply = await send(pool, request);
      ledger.enter(request, reply);
      const refused = REFUSED[op.id] ?? null;
      expect({ id: op.id, refused: refusalOf(reply) }).toEqual({ id: op.id, refused });
    }
    const harmless = operations.filter(({ method, path }) => !endsItsCaller(method, path));
    for (let sent = operations.length; sent < requests; sent += AT_ONCE) {
      // Wrong codes and passwords are counted, and here there are thousands.
      await service.services.pool.query("DELETE FROM rate_limit");
      const batch = Array.from({ length: AT_ONCE }, () =>
        makeRequest(source, fixture, random.pick(harmless)),
      );
      if (random.chance(VALID_PERCENT * AT_ONCE))
        batch[0] = await validRequest(source, targets, random.pick(harmless), random.chance(60));
      const responses = await Promise.all(batch.map((request) => send(pool, request)));
      for (const [i, request] of batch.entries()) {
        const reply = responses[i]!;
        ledger.enter(request, reply);
        const type = String(reply.headers["content-type"]);
        // A HEAD has the type and no text.
        if (reply.status < 300 && type === "application/json" && reply.text !== "")
          known.harvest(JSON.parse(reply.text));
      }
    }
    console.log(`fuzz: ${ledger.summary()}`);
    expect(ledger.faults()).toBe("");
    expect(ledger.unreached(operations)).toEqual(Object.keys(REFUSED));
    const alive = { api_key: 200, login: 200, session: 200, mount: 200 };
    expect(await answersOfOwners(fixture)).toEqual(alive);
    expect(await answersOfOwners(targets)).toEqual(alive);
  },
);

function refusalOf({ status, text }: FuzzResponse) {
  return status < 300 ? null : { status, code: JSON.parse(text).detail.code };
}

/** What each credential of the world is answered: none of them may have been lost on the way. */
async function answersOfOwners(fixture: AccessFixture): Promise<Record<string, number>> {
  const route = `/api/v1/orgs/${fixture.orgId}/filesystems/${fixture.fsId}/changes`;
  const responses = [...credentials(fixture)].map(async ([kind, { headers }]) => {
    const { status } = await call(service, null, "GET", route, undefined, headers);
    return [kind, status] as const;
  });
  return Object.fromEntries(await Promise.all(responses));
}

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

test("requests that a client library would not send are refused, and the service keeps running", async () => {
  const tenant = await createTenant(service);
  const { base } = await createFilesystem(service, tenant);
  const { key } = tenant;
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
    const reply = await sendRaw(
      `GET /api/v1/me HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`,
    );
    expect([host, reply.split(" ")[1]]).toEqual([host, "400"]);
    expect(reply.toLowerCase()).toContain("x-request-id: req_");
  }
  const absolute = `GET http://x/api/v1/health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`;
  expect((await sendRaw(absolute)).split(" ")[1]).toBe("200");
  for (const [line, headers, body, status] of cases) {
    const head = `${line} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer ${key}\r\n`;
    const reply = await sendRaw(`${head}${headers}\r\n${body}`);
    expect([line, reply.split(" ")[1]]).toEqual([line, expect.stringMatching(status)]);
  }
  expect((await call(service, null, "GET", "/api/v1/health")).status).toBe(200);
  const stat = await call(service, key, "GET", `${base}/files:stat?path=/x`);
  expect(stat.status).toBe(404);
});
