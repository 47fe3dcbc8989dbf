import { expect, test } from "vitest";

import { detailsText } from "./audit-details";

const moments = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeZone: "UTC" });

test.each([
  [{}, ""],
  [{ filesystem_id: "fs_1", mode: "rw" }, "Access: Read and write"],
  [{ role: "admin", before: { role: "member" } }, "Role: Admin (was Member)"],
  [{ before: { role: "member" } }, "Role was Member"],
  [{ name: "backend", permissions: [], expires_at: null }, ""],
  [{ url: "https://a.example/", path_prefix: "/" }, "URL: https://a.example/ · Path: /"],
  [{ expires_at: "2026-11-28T09:00:00.000Z" }, "Expires at: 28 Nov 2026"],
  [{ byte_quota: 2 * 1024 ** 3, before: { byte_quota: null } }, "Storage limit: 2 GiB (was none)"],
  [{ entry_quota: 20_000 }, "File limit: 20,000"],
  [{ description: null, before: { description: "old" } }, "Description: none (was old)"],
])("%j reads %s", (details, expected) => {
  expect(detailsText(details, "backend", moments)).toBe(expected);
});
