import { expect, test } from "vitest";

import { arrangeKeys } from "./sort-keys";

const key = (name: string, usedAt: string | null, grants: number) => ({
  name,
  last4: `${name}42`.slice(-4),
  last_used_at: usedAt,
  grant_count: grants,
});

const KEYS = [
  key("export 10", "2026-11-25T10:00:00.000Z", 1),
  key("export 9", null, 0),
  key("backend", "2026-11-25T09:00:00.000Z", 2),
];
const namesOf = (search: string, sort: string) =>
  arrangeKeys(KEYS, search, sort).map(({ name }) => name);

test("keys are in the order of their names, as people count, until another column is pressed", () => {
  expect(namesOf("", "")).toEqual(["backend", "export 9", "export 10"]);
  expect(namesOf("", "-name")).toEqual(["export 10", "export 9", "backend"]);
  expect(namesOf("", "-used")).toEqual(["export 10", "backend", "export 9"]);
  expect(namesOf("", "-access")).toEqual(["backend", "export 10", "export 9"]);
  expect(namesOf("", "nonsense")).toEqual(["backend", "export 9", "export 10"]);
});

test("keys are found by their name and their last characters", () => {
  expect(namesOf("EXPORT", "")).toEqual(["export 9", "export 10"]);
  expect(namesOf("1042", "")).toEqual(["export 10"]);
  expect(namesOf("nothing", "")).toEqual([]);
});
