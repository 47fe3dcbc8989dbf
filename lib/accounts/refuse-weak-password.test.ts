import { expect, test } from "vitest";

import { refuseWeakPassword } from "./refuse-weak-password";

const about = ["ada@example.com", "Ada Lovelace"];
const check = (password: string) =>
  refuseWeakPassword(password, "password", about).then(
    () => "ok",
    (error: { problems: { type: string }[] }) => error.problems[0]?.type,
  );

test.each([
  "aaaaaaaaaaaa",
  "password1234",
  "123456789012",
  " ".repeat(12),
  "ada@example.com",
  "qwertyuiop12",
  "lovelacelovelace",
  "x".repeat(1_024),
])("%j is refused", async (password) => {
  expect(await check(password)).toBe("password_weak");
});

test.each(["a long passphrase", "correct horse battery staple", "Vq7#pz!L0c2x"])(
  "%j is taken",
  async (password) => {
    expect(await check(password)).toBe("ok");
  },
);
