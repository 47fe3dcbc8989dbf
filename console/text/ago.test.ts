import { expect, test } from "vitest";

import { agoOf } from "./ago";

const NOW = Date.UTC(2026, 0, 1);

test.each([
  [-5, "just now"],
  [30, "in less than a minute"],
  [-60, "1 minute ago"],
  [-3_599, "59 minutes ago"],
  [7_200, "in 2 hours"],
  [-86_400, "yesterday"],
  [-40 * 86_400, "last month"],
])("%d seconds from now are %s", (seconds, words) => {
  expect(agoOf(NOW + seconds * 1_000, NOW)).toBe(words);
});
