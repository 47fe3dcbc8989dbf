import { afterAll, beforeAll, expect, test } from "vitest";

import type { Services } from "@/lib/services";
import { startTestService, type TestService } from "@/testing/service";
import { call, createTenant } from "@/testing/tenant";

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
  const { pool, settings } = limited.services;
  const points = { management: 1_000, files: 1_000, anonymous: 1_000 };
  const processes = [createRateLimits(pool, points), createRateLimits(pool, points)];
  let allowed = 0;
  const client = async (n: number) => {
    const services = { rateLimits: processes[n % 2], settings } as Services;
    for (let i = 0; i < 100; i++) {
      const passed = await limitRate(services, "files", "key_busy", new Headers()).then(
        () => 1,
        () => 0,
      );
      allowed += passed;
    }
  };
  await Promise.all(Array.from({ length: 24 }, (_, n) => client(n)));
  expect(allowed).toBe(1_000);
});
