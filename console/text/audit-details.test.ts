import { expect, test } from "vitest";

import { detailsText } from "./audit-details";

test.each([
  [{}, ""],
  [{ filesystem_id: "fs_1", mode: "rw" }, "Access: Read and write"],
  [{ role: "admin", before: { role: "member" } }, "Role: Admin (was Member)"],
  [{ before: { role: "member" } }, "Role was Member"],
  [{ name: "backend", permissions: [], expires_at: null }, ""],
  [{ url: "https://a.example/", path_prefix: "/" }, "URL: https://a.example/ · Path: /"],
  [{ description: null, before: { description: "old" } }, "Description: none (was old)"],
])("%j reads %s", (details, expected) => {
  expect(detailsText(details, "backend")).toBe(expected);
});
