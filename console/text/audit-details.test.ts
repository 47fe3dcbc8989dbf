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
  [{ expires_at: "2026-11-28T09:00:00.000Z" }, "Expires: 28 Nov 2026"],
  [
    { byte_quota: 2 * 1024 ** 3, before: { byte_quota: null } },
    "Storage limit: 2 GiB (was no limit)",
  ],
  [{ entry_quota: 20_000 }, "File limit: 20,000"],
  [{ description: null, before: { description: "old" } }, "Description: none (was old)"],
  [
    { scopes: ["files:read", "keys"], permissions: ["grants:write"] },
    "Scopes: Read files, Manage API keys · Permissions: Manage access",
  ],
  [
    { alerts: [], before: { alerts: ["api_keys", "usage"] } },
    "E-mails about: none (was API keys, Usage)",
  ],
  [{ expires_at: null, before: { expires_at: null } }, ""],
  [{ name: "media", before: { name: "media" } }, ""],
  [{ required: true, before: { required: false } }, ""],
  [{ keep_mount_deletions: true, before: { keep_mount_deletions: false } }, ""],
  [{ overlap_hours: 24 }, "Old secret works for: 24 hours"],
  [
    { by: "password", second_factor: "totp" },
    "Confirmed by: password · Second step: authenticator app",
  ],
  [{ item: "trash_1" }, ""],
])("%j reads %s", (details, expected) => {
  expect(detailsText(details, "backend", moments)).toBe(expected);
});
