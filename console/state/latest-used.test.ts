import { expect, test } from "vitest";

import { latestUsed } from "./latest-used";

test("keys that were used come in the order of their last use, without those that never were", () => {
  const keys = [
    { id: "a", last_used_at: "2026-11-27T10:00:00Z" },
    { id: "b", last_used_at: null },
    { id: "c", last_used_at: "2026-11-28T09:00:00Z" },
  ];
  expect(latestUsed(keys).map(({ id }) => id)).toEqual(["c", "a"]);
});
