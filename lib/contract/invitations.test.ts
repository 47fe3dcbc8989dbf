import { expect, test } from "vitest";

import { Email } from "./invitations";

const label = (length: number) => "b".repeat(length);

test("an address is one that mail servers take, in lower case", () => {
  for (const address of [
    "Ada@Example.com",
    "a@b",
    "a.b+c@x-y.example",
    `${label(64)}@${label(63)}`,
  ])
    expect(Email.parse(address)).toBe(address.toLowerCase());
  for (const address of [
    "a",
    "@b.example",
    ".a@b.example",
    "a.@b.example",
    "a..b@c.example",
    "a@b..example",
    "a@-b.example",
    "a@b-.example",
    "a@b.example.",
    "a b@c.example",
    `${label(65)}@b.example`,
    `a@${label(64)}.example`,
  ])
    expect([address, Email.safeParse(address).success]).toEqual([address, false]);
});

test("a long text is refused at once", () => {
  const hostile = `${"a.".repeat(100_000)}@${"a-".repeat(100_000)}`;
  expect(Email.safeParse(hostile).success).toBe(false);
});
