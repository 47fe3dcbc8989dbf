import { expect, test } from "vitest";

import { readsAlike } from "./reads-alike";

test("a name is typed as it is shown: white space in a row is one space", () => {
  expect(readsAlike("deploy key", "deploy  key")).toBe(true);
  expect(readsAlike("deploy key", "deploy\n\t\u00A0key ")).toBe(true);
  expect(readsAlike("Zoe\u0308", "Zo\u00EB")).toBe(true);
  expect(readsAlike("deploykey", "deploy  key")).toBe(false);
  expect(readsAlike("Deploy key", "deploy key")).toBe(false);
  expect(readsAlike("", "deploy key")).toBe(false);
});
