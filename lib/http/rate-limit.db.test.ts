import { afterAll, beforeAll, expect, test } from "vitest";

import { startTestService, type TestService } from "@/lib/testing/service";
import { call, createTenant } from "@/lib/testing/tenant";

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
