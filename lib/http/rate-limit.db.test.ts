import { afterAll, beforeAll, expect, test } from "vitest";

import { recordStatements } from "@/testing/plans";
import { startTestService, type TestService } from "@/testing/service";
import { call, createKey, createTenant } from "@/testing/tenant";
import { callAs, createTestUser, join } from "@/testing/user";

import { createRateLimits, limitRate } from "./rate-limit";

let limited: TestService;

beforeAll(async () => {
  limited = await startTestService({
    env: { RATE_LIMIT_MANAGEMENT: "3", RATE_LIMIT_ANONYMOUS: "2" },
  });
});
afterAll(() => limited.close());

test("the rate limit counts per credential, and strangers per address", async () => {
  const own = await createTenant(limited);
  const statuses = [];
  for (let i = 0; i < 4; i++)
    statuses.push((await call(limited, own.key, "GET", "/api/v1/me")).status);
  expect(statuses).toEqual([200, 200, 200, 429]);
  const refused = await call(limited, own.key, "GET", "/api/v1/me");
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  expect(refused.headers.get("ratelimit-policy")).toBe('"default";q=3;w=60');
  expect(refused.body.detail.retry_after).toBeGreaterThan(0);
  const guesses = [];
  for (let i = 0; i < 3; i++)
    guesses.push((await call(limited, "guess", "GET", "/api/v1/me")).status);
  expect(guesses).toEqual([401, 401, 429]);
  const forged = await call(limited, "guess", "GET", "/api/v1/me", undefined, {
    "x-forwarded-for": "9.9.9.9",
  });
  expect(forged.status).toBe(429);
  expect((await call(limited, null, "GET", "/api/v1/health")).status).toBe(200);
});

test("two processes that count a caller's requests at once let through exactly the limit", async () => {
  const { pool } = limited.services;
  const points = {
    management: 1_000,
    files: 1_000,
    anonymous: 1_000,
    organisationFactor: 5,
  };
  const processes = [createRateLimits(pool, points), createRateLimits(pool, points)];
  let allowed = 0;
  const client = async (n: number) => {
    const rateLimits = processes[n % 2]!;
    for (let i = 0; i < 100; i++) {
      const passed = await limitRate(rateLimits, "files", "key_busy", new Headers()).then(
        () => 1,
        () => 0,
      );
      allowed += passed;
    }
  };
  await Promise.all(Array.from({ length: 24 }, (_, n) => client(n)));
  expect(allowed).toBe(1_000);
});

test("all credentials of an organisation share a limit, which is exact across two processes", async () => {
  const { pool } = limited.services;
  const points = { management: 400, files: 400, anonymous: 400, organisationFactor: 3 };
  const processes = [createRateLimits(pool, points), createRateLimits(pool, points)];
  const allowed = { org_busy: 0, org_quiet: 0 };
  const client = async (n: number, orgId: keyof typeof allowed, requests: number) => {
    const rateLimits = processes[n % 2]!;
    for (let i = 0; i < requests; i++) {
      const key = `${orgId}_key_${n % 5}`;
      const passed = await limitRate(rateLimits, "files", key, new Headers(), orgId).then(
        () => 1,
        () => 0,
      );
      allowed[orgId] += passed;
    }
  };
  await Promise.all([
    ...Array.from({ length: 30 }, (_, n) => client(n, "org_busy", 60)),
    client(0, "org_quiet", 100),
  ]);
  expect(allowed).toEqual({ org_busy: 1_200, org_quiet: 100 });
});

test("more keys do not bring more requests, and the headers tell of the tighter limit", async () => {
  const service = limited;
  const own = await createTenant(service);
  const keys = [own];
  for (let n = 0; n < 7; n++)
    keys.push({ ...own, ...(await createKey(service.services.db, own.orgId)) });
  const responses = [];
  for (const { key } of [...keys, ...keys])
    responses.push(await call(service, key, "GET", "/api/v1/me"));
  expect(responses.map(({ status }) => status)).toEqual([
    ...Array.from({ length: 15 }, () => 200),
    429,
  ]);
  expect(responses[0]?.headers.get("ratelimit-policy")).toBe('"default";q=3;w=60');
  expect(responses[0]?.headers.get("ratelimit")).toMatch(/^"default";r=2;t=/);
  expect(responses[14]?.headers.get("ratelimit-policy")).toBe('"organisation";q=15;w=60');
  expect(responses[14]?.headers.get("ratelimit")).toMatch(/^"organisation";r=0;t=/);
  expect(Number(responses[15]?.headers.get("retry-after"))).toBeGreaterThan(0);
  // A member is counted with the keys, a stranger who only names the organisation is not.
  const route = `/api/v1/orgs/${own.orgId}`;
  const [member, stranger] = [await createTestUser(service), await createTestUser(service)];
  await join(service, own.orgId, member.id, "member");
  expect((await callAs(service, stranger, "GET", route)).status).toBe(404);
  expect((await callAs(service, member, "GET", route)).status).toBe(429);
  const other = await createTenant(service);
  expect((await call(service, other.key, "GET", "/api/v1/me")).status).toBe(200);
  for (let n = 0; n < 3; n++) {
    const guest = await createTestUser(service);
    expect((await callAs(service, guest, "GET", `/api/v1/orgs/${other.orgId}`)).status).toBe(404);
  }
  const left = await call(service, other.key, "GET", "/api/v1/me");
  expect(left.headers.get("ratelimit")).toMatch(/^"default";r=1;t=/);
});

test("both limits of a request cost one statement", async () => {
  const { pool } = limited.services;
  const points = { management: 9, files: 9, anonymous: 9, organisationFactor: 2 };
  const rateLimits = createRateLimits(pool, points);
  const sent = await recordStatements(() =>
    limitRate(rateLimits, "files", "key_first", new Headers(), "org_first"),
  );
  expect(sent.filter(({ text }) => text.includes("rate_limit"))).toHaveLength(1);
});

test("many points are taken at once in one statement, or none of them", async () => {
  const { pool } = limited.services;
  const points = { management: 9, files: 1_000, anonymous: 9, organisationFactor: 5 };
  const rateLimits = createRateLimits(pool, points);
  const count = async (cost: number) => {
    const headers = new Headers();
    await limitRate(rateLimits, "files", "key_many", headers, null, cost).catch(() => null);
    return headers.get("ratelimit")?.split(";")[1];
  };
  const sent = await recordStatements(() => count(300));
  expect(sent.filter(({ text }) => text.includes("rate_limit"))).toHaveLength(1);
  expect([await count(400), await count(301), await count(300), await count(1)]).toEqual([
    "r=300",
    "r=300",
    "r=0",
    "r=0",
  ]);
});

test("the limit is exact for requests of different costs in two processes, and none costs more than half", async () => {
  const { pool } = limited.services;
  const points = { management: 9, files: 1_000, anonymous: 9, organisationFactor: 5 };
  const processes = [createRateLimits(pool, points), createRateLimits(pool, points)];
  const take = async (process: number, caller: string, cost: number) => {
    const counting = limitRate(processes[process]!, "files", caller, new Headers(), null, cost);
    return counting.then(
      () => cost,
      () => 0,
    );
  };
  const client = async (n: number) => {
    const taken = [];
    for (const cost of [1, 7, 20, 3, 11, ...Array.from({ length: 200 }, () => 1)])
      taken.push(await take(n % 2, "key_mixed", cost));
    return taken;
  };
  const taken = await Promise.all(Array.from({ length: 24 }, (_, n) => client(n)));
  expect(taken.flat().reduce((a, b) => a + b, 0)).toBe(1_000);
  expect(await take(0, "key_huge", 1_000_000)).toBe(1_000_000);
  expect(await take(0, "key_huge", 500)).toBe(500);
  expect(await take(1, "key_huge", 1)).toBe(0);
});

test("what was counted while a clock was ahead is forgotten once that is set back", async () => {
  const { pool } = limited.services;
  const tenant = await createTenant(limited);
  await call(limited, tenant.key, "GET", "/api/v1/me");
  const ahead = Date.now() + 7_200_000;
  await pool.query("UPDATE rate_limit SET points = 1000000, expire = $1", [ahead]);
  const limits = createRateLimits(pool, limited.services.settings.rateLimits);
  limits.blocks.set(`management:${tenant.keyId}`, { left: 0, remaining: 0, endsAt: ahead });
  await limitRate(limits, "management", tenant.keyId, new Headers());
  const { rows } = await pool.query("SELECT FROM rate_limit WHERE key = $1 AND points < 1000", [
    `management:${tenant.keyId}`,
  ]);
  expect(rows).toHaveLength(1);
});
