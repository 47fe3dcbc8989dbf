import { expect, test } from "vitest";

import { targetPath } from "./audit-paths";

const path = (type: string, present_name: string | null, details = {}) =>
  targetPath("org_1", { target: { type, id: "x_1", name: "then", present_name }, details });

test("what an event is about has a page, by the name that it has now", () => {
  expect(path("filesystem", "media")).toBe("/o/org_1/filesystems/x_1/files");
  expect(path("api_key", "back end")).toBe("/o/org_1/keys?q=back+end");
  expect(path("user", "Ada")).toBe("/o/org_1/members?q=Ada");
  expect(path("webhook", "a.example", { filesystem_id: "fs_1" })).toBe(
    "/o/org_1/filesystems/fs_1/webhooks/x_1",
  );
});

test("what is gone has none, nor what is on no page of its own", () => {
  expect(path("filesystem", null)).toBeNull();
  expect(path("webhook", "a.example")).toBeNull();
  expect(path("session", "now")).toBeNull();
});
