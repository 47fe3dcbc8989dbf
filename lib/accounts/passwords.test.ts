import { expect, test } from "vitest";

import { createPasswords, hashPassword } from "./passwords";

test("only the password that was hashed is right", async () => {
  const passwords = createPasswords();
  const hash = await passwords.hash("a long passphrase");
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await passwords.verify(hash, "a long passphrase")).toBe(true);
  expect(await passwords.verify(hash, "another passphrase")).toBe(false);
  expect(await passwords.verify(null, "a long passphrase")).toBe(false);
});

test("two hashes of one password differ", async () => {
  expect(await hashPassword("a long passphrase")).not.toBe(await hashPassword("a long passphrase"));
});

test("more than can be done in a moment is refused at once, and the rest continues", async () => {
  const passwords = createPasswords(5);
  const results = await Promise.allSettled(
    Array.from({ length: 10 }, () => passwords.verify(null, "x")),
  );
  expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(7);
  const refused = results.filter((result) => result.status === "rejected");
  expect(refused.map(({ reason }) => (reason as { code: string }).code)).toEqual(
    Array.from({ length: 3 }, () => "unavailable"),
  );
  expect(await passwords.verify(null, "x")).toBe(false);
});
