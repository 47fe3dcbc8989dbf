import { expect, test } from "vitest";

import { auditQueryOf, filtersOf } from "./audit";

test("an address names filters, and nothing else", () => {
  const search = new URLSearchParams("actor=key_1&action=&since=2026-01-02&page=4");
  expect(filtersOf(search)).toEqual({ actor: "key_1", since: "2026-01-02" });
});

test("days reach from midnight to midnight, where the viewer is", () => {
  expect(auditQueryOf({ target: "fs_1", since: "2026-01-31", until: "2026-01-31" })).toEqual({
    target: "fs_1",
    since: new Date(2026, 0, 31).toISOString(),
    until: new Date(2026, 1, 1).toISOString(),
  });
});

test("what is no day is left out", () => {
  expect(auditQueryOf({ since: "yesterday" })).toEqual({});
});
