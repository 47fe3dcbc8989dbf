import { expect, test } from "vitest";

import { firstIdAt, newId } from "./ids";

test("an id sorts after the bound of its own time and before that of any later one", () => {
  // Ids sort by creation also when the machine's clock is set back: they then keep the latest time so far.
  let latest = 0;
  for (let n = 0; n < 1_000; n++) {
    const before = Date.now();
    const id = newId("msg");
    latest = Math.max(latest, before, Date.now());
    expect(firstIdAt("msg", before) <= id).toBe(true);
    expect(id < firstIdAt("msg", latest + 1)).toBe(true);
  }
});

test("bounds sort as their times do, over hours, years and from the beginning", () => {
  const times = [0, 1, 31, 32, 86_400_000, 1_700_000_000_000, 1_700_000_000_001, 2 ** 47];
  const bounds = times.map((ms) => firstIdAt("msg", ms));
  expect(bounds.toSorted()).toEqual(bounds);
  expect(firstIdAt("msg", -1)).toBe(firstIdAt("msg", 0));
});
