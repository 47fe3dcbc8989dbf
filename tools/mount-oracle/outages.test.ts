import { afterEach, expect, test } from "vitest";

import { eventually } from "@/testing/eventually";

import { type Outages, watchOutages } from "./outages";

const LONG_MS = 300;
let outages: Outages;
let isUp = true;
afterEach(() => outages.close());

test("an error is explained by an outage that lasted long enough while its call waited", async () => {
  isUp = false;
  const from = performance.now();
  outages = watchOutages(() => Promise.resolve(isUp), LONG_MS);
  expect(outages.explain("EIO: i/o error, open", from)).toBe(false);
  await eventually("an outage", () => outages.explain("write a: EIO", from));
  expect(outages.explain("write a: EEXIST", from)).toBe(false);
  // A call that began late did not wait for as long.
  expect(outages.explain("write a: EIO", performance.now() - LONG_MS / 2)).toBe(false);
  isUp = true;
  await eventually("a call that began after it", () => {
    const began = performance.now();
    return outages.explain("EIO", from) && !outages.explain("EIO", began);
  });
});

test("a service that responds explains nothing, however long a call takes", async () => {
  isUp = true;
  let polls = 0;
  outages = watchOutages(() => Promise.resolve(++polls > 0), LONG_MS);
  const from = performance.now();
  await eventually("some polls", () => polls > 5 && performance.now() - from > LONG_MS);
  expect(outages.explain("EIO", from)).toBe(false);
});
