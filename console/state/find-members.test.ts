import { expect, test } from "vitest";

import { findMembers } from "./find-members";

const MEMBERS = [
  { name: "Ada Lovelace", email: "ada@example.com", role: "owner" as const },
  { name: "Linus Ferrer", email: "linus@example.org", role: "admin" as const },
  { name: "Grace Hopper", email: "grace@example.com", role: "member" as const },
];
const found = (search: string) => findMembers(MEMBERS, search).map(({ name }) => name);

test("members are found by part of their name, address or role", () => {
  expect(found("")).toEqual(["Ada Lovelace", "Linus Ferrer", "Grace Hopper"]);
  expect(found(" LOVE ")).toEqual(["Ada Lovelace"]);
  expect(found("example.org")).toEqual(["Linus Ferrer"]);
  expect(found("admin")).toEqual(["Linus Ferrer"]);
  expect(found("missing")).toEqual([]);
  expect(findMembers([{ email: "mei@example.com", role: "viewer" }], "view")).toHaveLength(1);
});
