import { expect, test } from "vitest";

import { matchingStep, newTotpSecret, stepAt, toBase32, totpCode, totpUri } from "./totp";

const SECRET = toBase32(Buffer.from("12345678901234567890"));

test("base32 is that of RFC 4648", () => {
  expect(SECRET).toBe("GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ");
  expect(newTotpSecret()).toMatch(/^[A-Z2-7]{32}$/);
});

test.each([
  [59, "94287082"],
  [1_111_111_109, "07081804"],
  [1_111_111_111, "14050471"],
  [1_234_567_890, "89005924"],
  [2_000_000_000, "69279037"],
  [20_000_000_000, "65353130"],
])("at %d s the code is that of RFC 6238, appendix B", (seconds, eightDigits) => {
  expect(totpCode(SECRET, stepAt(seconds))).toBe(eightDigits.slice(-6));
});

test("a code is accepted in its step and the ones beside it, and never after a later one", () => {
  const now = 1_234_567_890;
  const step = stepAt(now);
  const match = (of: number, lastStep = 0) =>
    matchingStep(SECRET, totpCode(SECRET, of), { now, lastStep });
  expect([step - 2, step - 1, step, step + 1, step + 2].map((of) => match(of))).toEqual([
    null,
    step - 1,
    step,
    step + 1,
    null,
  ]);
  expect(match(step, step - 1)).toBe(step);
  expect(match(step, step)).toBeNull();
  expect(match(step - 1, step)).toBeNull();
});

test("what is no code of the right length matches nothing", () => {
  const code = totpCode(SECRET, stepAt(59));
  for (const given of ["", code.slice(1), `${code}0`, ` ${code}`, "é".repeat(3), "é".repeat(6)])
    expect(matchingStep(SECRET, given, { now: 59, lastStep: -9 })).toBeNull();
});

test("the address for the QR code names issuer and account", () => {
  expect(totpUri("Tide mark", "ada+x@example.com", SECRET)).toBe(
    `otpauth://totp/Tide%20mark:ada%2Bx%40example.com?secret=${SECRET}&issuer=Tide%20mark`,
  );
});
