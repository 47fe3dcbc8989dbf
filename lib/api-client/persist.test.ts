import { expect, test } from "vitest";

import { isTemporary, persist, waitBefore } from "./persist";
import { RequestError } from "./request";

type Code = ConstructorParameters<typeof RequestError>[0]["code"];
const none = () => 0;
const most = () => 1;
const refused = (status: number, code: Code, retryAfter?: number) =>
  new RequestError({ status, code, ...(retryAfter === undefined ? {} : { retryAfter }) });

test("a service that is away, busy or limits the rate is asked again; a refusal is not", () => {
  const statuses = [0, 429, 500, 502, 503];
  expect(statuses.map((status) => isTemporary(refused(status, "unknown")))).toEqual(
    statuses.map(() => true),
  );
  for (const status of [400, 401, 403, 404, 409, 412])
    expect([status, isTemporary(refused(status, "unknown"))]).toEqual([status, false]);
  expect(isTemporary(refused(507, "storage_full"))).toBe(false);
  expect(isTemporary(new DOMException("late", "TimeoutError"))).toBe(true);
  expect(isTemporary(new Error("any other"))).toBe(false);
});

test("waits double up to 5 s, and the service's own wait goes before", () => {
  const error = refused(503, "unknown");
  expect([0, 1, 2, 5, 6, 100].map((repetition) => waitBefore(repetition, error, none))).toEqual([
    100, 200, 400, 3_200, 5_000, 5_000,
  ]);
  expect(waitBefore(0, refused(429, "rate_limited", 7), none)).toBe(7_000);
});

test("jitter takes up to half off a wait of our own, and adds up to a tenth to that of the service", () => {
  expect(waitBefore(2, refused(503, "unknown"), most)).toBe(200);
  expect(waitBefore(0, refused(429, "rate_limited", 7), most)).toBeCloseTo(7_700);
});

test("a refusal ends the attempts at once", async () => {
  let attempts = 0;
  const run = () => {
    attempts += 1;
    return Promise.reject(refused(404, "path_not_found"));
  };
  await expect(persist(run)).rejects.toMatchObject({ code: "path_not_found" });
  expect(attempts).toBe(1);
});

test("attempts end when the next one would be too late", async () => {
  const late = persist(() => Promise.reject(refused(503, "unknown", 60)), { forMs: 1_000 });
  await expect(late).rejects.toMatchObject({ code: "unknown" });
});

test("who waits for limits is not refused by one that lasts longer than the service may be away", async () => {
  const waits: number[] = [];
  const outcomes = [refused(429, "rate_limited", 60), refused(429, "rate_limited", 60), null];
  const run = () => {
    const error = outcomes.shift();
    return error ? Promise.reject(error) : Promise.resolve("done");
  };
  const wait = (ms: number) => Promise.resolve(waits.push(ms));
  const policy = { forMs: 30_000, waitsForLimits: true, random: none, wait };
  expect(await persist(run, policy)).toBe("done");
  expect(waits).toEqual([60_000, 60_000]);
  const away = persist(() => Promise.reject(refused(503, "unknown", 60)), policy);
  await expect(away).rejects.toMatchObject({ code: "unknown" });
});

test("what succeeds later succeeds", async () => {
  let attempts = 0;
  const run = () => {
    attempts += 1;
    return attempts < 2 ? Promise.reject(refused(0, "unreachable")) : Promise.resolve(attempts);
  };
  expect(await persist(run)).toBe(2);
});
