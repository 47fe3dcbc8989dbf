import { expect, test } from "vitest";

import { explain, explainDatabase } from "./explain";

const failure = (code: string, more = {}) =>
  Object.assign(new Error("raw\nstack"), { code, ...more });

test("a full disk is named with the file it was met at", () => {
  expect(explain(failure("ENOSPC", { path: "/data/x" }))).toBe("the disk is full (/data/x)");
});

test("anything else is its first line", () => {
  expect(explain(new Error("one\ntwo"))).toBe("one");
  expect(explain("text")).toBe("unknown error");
});

test.each([
  ["ECONNREFUSED", "connection refused"],
  ["28P01", "wrong user name or password"],
  ["XX000", "raw"],
])("a database that fails with %s", (code, reason) => {
  const ownerUrl = "postgres://me:secret@db.example:5432/app";
  expect(explainDatabase({ url: ownerUrl, ownerUrl }, failure(code))).toBe(
    `DATABASE_URL (db.example:5432/app): ${reason}`,
  );
  const url = "postgres://service:secret@db.example:5432/app";
  expect(explainDatabase({ url, ownerUrl }, failure(code))).toBe(
    `DATABASE_ADMIN_URL (db.example:5432/app): ${reason}`,
  );
});
