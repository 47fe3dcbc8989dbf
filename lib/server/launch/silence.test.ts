import { expect, test } from "vitest";

import { createSilence } from "./silence";

function silence() {
  const time = { now: 0, waited: 0 };
  const { broken, measure } = createSilence(
    1_000,
    () => time.waited,
    () => time.now,
  );
  const after = (ms: number, waited: number) => {
    time.now += ms;
    time.waited += waited;
    return measure();
  };
  return { broken, after };
}

test("silence grows while the program could run, and ends with a message", () => {
  const { broken, after } = silence();
  expect([after(1_000, 0), after(1_000, 100), after(1_000, 0)]).toEqual([1_000, 1_900, 2_900]);
  broken();
  expect(after(1_000, 0)).toBe(1_000);
});

test("a program that gets no core is not silent", () => {
  const { after } = silence();
  expect([after(1_000, 1_000), after(1_000, 990), after(2_000, 2_500)]).toEqual([0, 10, 0]);
});

test("missing messages prove nothing after the supervisor was suspended", () => {
  const { after } = silence();
  expect([after(1_000, 0), after(60_000, 0), after(1_000, 0)]).toEqual([1_000, 0, 1_000]);
});
