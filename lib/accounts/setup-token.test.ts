import { expect, test } from "vitest";

import { isSetupToken, setupToken } from "./setup-token";

const SECRET = "a secret of at least thirty-two characters";

test("the token follows from the service's secret and from nothing else", () => {
  expect(setupToken(SECRET)).toBe(setupToken(SECRET));
  expect(setupToken(SECRET)).toMatch(/^[\w-]{43}$/);
  expect(setupToken(`${SECRET}.`)).not.toBe(setupToken(SECRET));
});

test("only the whole token is one", () => {
  const token = setupToken(SECRET);
  expect(isSetupToken(token, SECRET)).toBe(true);
  for (const other of ["", token.slice(1), `${token}=`, token.toLowerCase(), "ü".repeat(43)])
    expect(isSetupToken(other, SECRET)).toBe(false);
  expect(isSetupToken(token, `${SECRET}.`)).toBe(false);
});
