import { expect, test } from "vitest";

import { text } from "./api-keys";

const filesystems = [
  { name: "invoices", mode: "rw" as const },
  { name: "media", mode: "ro" as const },
];
const reach = (scopes: string[], count = 2) =>
  text.reaches({ filesystems, scopes, grant_count: count });

test("what a key has access to is what its scopes leave of its grants", () => {
  expect(reach(["files:read", "files:write", "webhooks"])).toBe(
    "invoices (read and write), media (read)",
  );
  expect(reach(["files:read"], 5)).toBe("invoices (read), media (read) and 3 more");
  expect(reach(["webhooks"])).toBe("invoices, media");
  expect(reach(["files:read"], 0)).toBe("No filesystems");
});
