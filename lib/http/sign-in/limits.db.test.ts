import { afterAll, beforeAll, expect, test } from "vitest";

import { AppError } from "@/lib/errors";
import { startTestService, type TestService } from "@/testing/service";

import { createSignInLimits } from "./limits";

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

/** How many of `attempts` are let through, by two processes that count at once. */
async function through(attempts: { address: string; email: string }[]) {
  const { pool } = service.services;
  const processes = [createSignInLimits(pool), createSignInLimits(pool)];
  const results = await Promise.allSettled(
    attempts.map((who, n) => processes[n % 2]!.countPassword(who)),
  );
  for (const result of results)
    if (result.status === "rejected") expect(result.reason).toBeInstanceOf(AppError);
  return results.filter(({ status }) => status === "fulfilled").length;
}

const times = <T>(count: number, make: (n: number) => T) =>
  Array.from({ length: count }, (_, n) => make(n));

test("one address has ten attempts at one account, over all processes", async () => {
  const same = { address: "198.51.100.1", email: "one@example.com" };
  expect(await through(times(30, () => same))).toBe(10);
});

test("one address has a hundred attempts at all accounts, and a network of IPv6 is one", async () => {
  const guesses = times(130, (n) => ({
    address: `2001:db8:1:1::${n.toString(16)}`,
    email: `spray-${n}@example.com`,
  }));
  expect(await through(guesses)).toBe(100);
  expect(await through([{ address: "2001:db8:1:2::1", email: "spray-0@example.com" }])).toBe(1);
});

test("all addresses together have a hundred attempts at one account; one alone cannot lock it", async () => {
  const alone = times(60, () => ({ address: "198.51.100.2", email: "two@example.com" }));
  expect(await through(alone)).toBe(10);
  const many = times(130, (n) => ({ address: `203.0.113.${n}`, email: "TWO@example.com" }));
  expect(await through(many)).toBe(90);
});

test("a browser that signed in before is not locked out by others, and has ten attempts itself", async () => {
  const limits = createSignInLimits(service.services.pool);
  const email = "known@example.com";
  const strangers = times(110, (n) => ({ address: `203.0.113.${n}`, email }));
  expect(await through(strangers)).toBe(100);
  const known = { address: "198.51.100.9", email, known: "device-1" };
  for (let n = 0; n < 10; n++) await limits.countPassword(known);
  await expect(limits.countPassword(known)).rejects.toMatchObject({ code: "rate_limited" });
  await limits.forgetPassword(known);
  await limits.countPassword(known);
  const fresh = { address: "198.51.100.10", email };
  await expect(limits.countPassword(fresh)).rejects.toMatchObject({ code: "rate_limited" });
  await limits.forgetAccount(fresh);
  await limits.countPassword(fresh);
});

test("anyone who was right begins again", async () => {
  const limits = createSignInLimits(service.services.pool);
  const who = { address: "198.51.100.3", email: "three@example.com" };
  for (let round = 0; round < 3; round++) {
    for (let n = 0; n < 10; n++) await limits.countPassword(who);
    await limits.forgetPassword(who);
  }
  await limits.countPassword(who);
});

test("an address is sent twenty e-mails about its account an hour, by all processes together", async () => {
  const { pool } = service.services;
  const processes = [createSignInLimits(pool), createSignInLimits(pool)];
  const count = (n: number) => processes[n % 2]!.countSecurityEmail("Five@example.com");
  const requested = await Promise.all(times(25, count));
  expect(requested.filter(Boolean)).toHaveLength(20);
  expect(await processes[0]!.countSecurityEmail("six@example.com")).toBe(true);
});

test("a mailbox gets three e-mails an hour, and one address asks for twenty", async () => {
  const limits = createSignInLimits(service.services.pool);
  const email = "four@example.com";
  const requested = [];
  for (let n = 0; n < 5; n++)
    requested.push(await limits.countReset({ address: `192.0.2.${n}`, email }));
  expect(requested).toEqual([true, true, true, false, false]);
  const ask = (n: number) =>
    limits.countReset({ address: "192.0.2.99", email: `x${n}@example.com` });
  for (let n = 0; n < 20; n++) expect(await ask(n)).toBe(true);
  await expect(ask(20)).rejects.toMatchObject({ code: "rate_limited" });
});

test("changes to an address leave its resets, by mailbox and by the address that asks", async () => {
  const limits = createSignInLimits(service.services.pool);
  const [email, address] = ["seven@example.com", "192.0.2.70"];
  const requested = [];
  for (let n = 0; n < 20; n++) requested.push(await limits.countEmailChange({ address, email }));
  expect(requested.filter(Boolean)).toHaveLength(3);
  await expect(limits.countEmailChange({ address, email })).rejects.toMatchObject({
    code: "rate_limited",
  });
  expect(await limits.countReset({ address, email })).toBe(true);
});
