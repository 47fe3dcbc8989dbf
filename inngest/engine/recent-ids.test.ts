import { Pool } from "pg";
import { expect, test } from "vitest";

import { createRecentIds, type RecentIds } from "./recent-ids";

const MINUTE_MS = 60_000;
const begin = 1_760_000_000_000;

/** What is known of an id made `after` milliseconds: accepted, new, or only the database knows. */
const what = (ids: RecentIds, id: string, after: number) => {
  const event = { id, name: "go", data: {}, ts: begin };
  const [found] = ids.unknown([{ event, madeAt: begin + after }]);
  return found === undefined ? "accepted" : found.madeAt === null ? "ask" : "new";
};

test("knows ids made since it started, for a minute", () => {
  const clock = { ms: begin };
  const ids = createRecentIds(new Pool(), () => clock.ms);
  const each = [-1, 0, 1, MINUTE_MS].map((after) => what(ids, "a", after));
  expect(each).toEqual(["ask", "new", "new", "ask"]);
  ids.add("a", begin, true);
  expect(what(ids, "a", 0)).toBe("accepted");
  clock.ms = begin + 2 * MINUTE_MS;
  ids.add("b", clock.ms, true);
  expect([what(ids, "a", 0), what(ids, "c", 1), what(ids, "b", 1)]).toEqual([
    "ask",
    "new",
    "accepted",
  ]);
});

test("of a flood it knows the newest, and that it forgot the others", () => {
  const ids = createRecentIds(new Pool(), () => begin);
  for (let n = 0; n < 100_002; n += 1) ids.add(`${n}`, begin + n / 10, true);
  expect([what(ids, "1", 0), what(ids, "2", 1), what(ids, "x", 5)]).toEqual([
    "ask",
    "accepted",
    "new",
  ]);
});
