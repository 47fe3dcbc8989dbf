import { expect, test } from "vitest";

import { safePath } from "./safe-path";

const ORIGIN = "https://files.example.com";

test.each(["/device?user_code=BCDF-GHJK", "/account#sessions", "/signal"])(
  "%s is kept",
  (requested) => {
    expect(safePath(requested, ORIGIN)).toBe(requested);
  },
);

test.each([
  null,
  "",
  "account",
  "//evil.example",
  "/\\evil.example",
  "/\t/evil.example",
  "https://evil.example/",
  "https://files.example.com.evil.example/",
  "javascript:alert(1)",
  "///evil.example",
  "/api/auth/signout",
  "/sign-in?callbackUrl=/sign-in",
  "//[",
])("%j redirects to /", (requested) => {
  expect(safePath(requested, ORIGIN)).toBe("/");
});

test("dots cannot lead out of the origin", () => {
  expect(safePath("/..//evil.example", ORIGIN)).not.toMatch(/^\/\//);
  expect(new URL(safePath("/x/..//evil.example", ORIGIN), ORIGIN).origin).toBe(ORIGIN);
});
