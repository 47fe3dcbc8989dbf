import { expect, test } from "vitest";

import { type Admit, createSlots } from "./slots";

const TOTAL = 192;
const WAIT_MS = 20;

/**
 * Requests slots concurrently, each at its own host or all at one; returns those granted in time.
 */
async function take(admit: Admit, count: number, org: string, host?: string) {
  const requests = Array.from({ length: count }, (_, n) => admit(org, host ?? `${n}.${org}`));
  return (await Promise.all(requests)).filter((leave) => leave !== null);
}

test("an organisation whose endpoints hang leaves half of the slots to others", async () => {
  const { admit } = createSlots(TOTAL, WAIT_MS, () => 0);
  expect(await take(admit, 300, "org_a")).toHaveLength(TOTAL / 2);
  expect(await take(admit, 20, "org_b", "b.example.com")).toHaveLength(20);
});

test("a host that hangs leaves room for other hosts of the same organisation", async () => {
  const { admit } = createSlots(TOTAL, WAIT_MS, () => 0);
  expect(await take(admit, 300, "org_a", "hangs.example.com")).toHaveLength((TOTAL * 3) / 8);
  expect(await take(admit, 300, "org_a", "other.example.com")).toHaveLength(TOTAL / 8);
  expect(await take(admit, 300, "org_b", "hangs.example.com")).toHaveLength(0);
  expect(await take(admit, 20, "org_b", "other.example.org")).toHaveLength(20);
});

test("an organisation gets its quarter even when many others are busy", async () => {
  const { admit } = createSlots(TOTAL, WAIT_MS, () => 0);
  for (let n = 0; n < TOTAL / 2; n++) await take(admit, 1, `org_${n}`);
  expect(await take(admit, TOTAL, "org_a")).toHaveLength(TOTAL / 4);
});

test("there are never more attempts than slots, and a released slot is free again", async () => {
  const { admit } = createSlots(TOTAL, WAIT_MS, () => 0);
  const taken = [];
  for (let n = 0; n < TOTAL + 10; n++) taken.push(...(await take(admit, 1, `org_${n}`)));
  expect(taken).toHaveLength(TOTAL);
  for (const leave of taken) leave();
  expect(await take(admit, 300, "org_a")).toHaveLength(TOTAL / 2);
});

test("waiters get slots that become free in time, in order; too many waiters are refused", async () => {
  const { admit } = createSlots(TOTAL, WAIT_MS, () => 0);
  const host = "busy.example.com";
  const taken = await take(admit, (TOTAL * 3) / 8, "org_a", host);
  const order: number[] = [];
  const waiting = Array.from({ length: TOTAL / 4 }, (_, n) =>
    admit("org_a", host).then((leave) => {
      if (leave !== null) order.push(n);
      return leave;
    }),
  );
  expect(await admit("org_a", host)).toBeNull();
  for (const leave of taken.slice(0, 3)) leave();
  expect((await Promise.all(waiting)).filter((leave) => leave !== null)).toHaveLength(3);
  expect(order).toEqual([0, 1, 2]);
});

test("heldMs estimates by the organisation's own slots, or by all if it has none", async () => {
  let time = 0;
  const { admit, heldMs } = createSlots(TOTAL, WAIT_MS, () => time);
  expect(heldMs("org_a")).toBe(0);
  const [first] = await take(admit, 1, "org_a");
  time = 5_000;
  await take(admit, 3, "org_b");
  time = 5_100;
  expect(heldMs("org_a")).toBe(10_200);
  expect(heldMs("org_b")).toBe(200);
  expect(heldMs("org_c")).toBe((2 * (5_100 + 300)) / 4);
  first?.();
  expect(heldMs("org_a")).toBe(200);
});
