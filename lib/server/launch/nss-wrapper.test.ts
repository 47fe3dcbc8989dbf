import { expect, test } from "vitest";

import { nameUser } from "./nss-wrapper";

test("without nss_wrapper the error says what to do", () => {
  expect(() => nameUser({ uid: 12_345, gid: 12_345 }, "/nowhere/pg18", [])).toThrow(
    "user 12345 has no name, and PostgreSQL needs one: add the user to /etc/passwd or install libnss-wrapper",
  );
});
