import { expect, test } from "vitest";

import { hashedSigningKey, isSigned, sameText, sign } from "./signature";

const key = `signkey-test-${"ab".repeat(32)}`;
const now = 1_760_000_000_000;

test("a signature is valid for its text, its key and five minutes", () => {
  const header = sign(key, '{"a":1}', now / 1_000);
  expect(isSigned(key, header, '{"a":1}', now + 299_000)).toBe(true);
  expect(isSigned("ab".repeat(32), header, '{"a":1}', now)).toBe(true);
  expect(isSigned(key, header, '{"a":2}', now)).toBe(false);
  expect(isSigned(`signkey-test-${"cd".repeat(32)}`, header, '{"a":1}', now)).toBe(false);
  expect(isSigned(key, header, '{"a":1}', now + 301_000)).toBe(false);
  for (const bad of [null, "", "t=1", "t=x&s=y", `t=${now / 1_000}&s=`]) {
    expect(isSigned(key, bad, '{"a":1}', now)).toBe(false);
  }
});

test("the key is shown only as its hash, prefix kept", () => {
  expect(hashedSigningKey(key)).toMatch(/^signkey-test-[0-9a-f]{64}$/);
  expect(hashedSigningKey(key)).not.toContain("abab");
  expect([sameText("a", "a"), sameText("a", "b"), sameText("a", "aa")]).toEqual([
    true,
    false,
    false,
  ]);
});
