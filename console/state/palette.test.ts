import { expect, test } from "vitest";

import { TEST_INBOX_URL } from "@/lib/contract/test-inbox-url";

import { commandsOf, matching } from "./palette";

const context = {
  orgId: "org_a",
  isAdmin: true,
  canWrite: true,
  isSupport: false,
  filesystems: [{ id: "fs_a", name: "tickets" }],
  webhooks: [{ id: "wh_a", filesystem_id: "fs_a", url: "https://hooks.example.com/in" }],
};
const names = (typed: string, more: Partial<typeof context> = {}) =>
  matching(commandsOf({ ...context, ...more }), typed).map(({ name }) => name);

test("every word must match the name or the kind, and names that start with it come first", () => {
  expect(names("webhook example")).toEqual(["hooks.example.com/in"]);
  expect(names("web tick")).toEqual(["New webhook for tickets", "tickets: Webhooks"]);
  expect(names("tick")[0]).toBe("tickets");
  expect(names("nothing like it")).toEqual([]);
});

test("the palette offers only what the user may do", () => {
  expect(names("invite")).toEqual(["Invite member"]);
  expect(names("invite", { isAdmin: false })).toEqual([]);
  expect(names("new filesystem", { canWrite: false })).toEqual([]);
  expect(names("support")).toEqual([]);
  expect(names("support", { isSupport: true })).toEqual(["Support"]);
});

test("a test inbox is found by its name", () => {
  const inbox = { id: "wh_b", filesystem_id: "fs_a", url: TEST_INBOX_URL };
  expect(names("test inbox", { webhooks: [inbox] })).toEqual(["Test inbox"]);
});

test("links point to the page", () => {
  const [webhook] = matching(commandsOf(context), "hooks.example");
  expect(webhook?.href).toBe("/o/org_a/filesystems/fs_a/webhooks/wh_a");
});
