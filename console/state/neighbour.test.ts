import { expect, test } from "vitest";

import { neighbourOf } from "./neighbour";

const entries = ["/a", "/b", "/c", "/d"].map((path) => ({ path }));

test("the neighbour of what goes away is the entry below, else the one above, else none", () => {
  expect(neighbourOf(entries, ["/b"])?.path).toBe("/c");
  expect(neighbourOf(entries, ["/c", "/a"])?.path).toBe("/d");
  expect(neighbourOf(entries, ["/d", "/b"])?.path).toBe("/c");
  expect(neighbourOf(entries, ["/a", "/b", "/c", "/d"])).toBeUndefined();
});
