import { expect, test } from "vitest";

import { createPace } from "./pace";

test("a host has its attempts of a second at once, then one after the other; others have their own", () => {
  let at = 5_000;
  const pace = createPace(4, () => at);
  const take = (n: number) => Array.from({ length: n }, () => pace("a.example"));
  expect(take(5)).toEqual([0, 0, 0, 0, 250]);
  expect(pace("b.example")).toBe(0);
  at += 250;
  expect(take(2)).toEqual([0, 250]);
  at += 500;
  expect(take(3)).toEqual([0, 0, 250]);
  at += 60_000;
  expect(take(5)).toEqual([0, 0, 0, 0, 250]);
});
