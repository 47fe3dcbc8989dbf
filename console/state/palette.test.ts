import { expect, test } from "vitest";

import { TEST_INBOX_URL } from "@/lib/contract/test-inbox-url";

import { commandsOf, matching, messageIdIn, type EntryLocation } from "./palette";

const context = {
  orgId: "org_a",
  isAdmin: true,
  canWrite: true,
  isSupport: false,
  filesystems: [{ id: "fs_a", name: "tickets" }],
  webhooks: [
    { id: "wh_a", filesystem_id: "fs_a", url: "https://hooks.example.com/in", description: "" },
  ],
  members: [{ user_id: "user_a", name: "Ada Berg", email: "ada@example.com" }],
  keys: [{ id: "key_a", name: "backend" }],
  messages: [] as { id: string; webhook_id: string; filesystem_id: string }[],
  hits: [] as { filesystem: { id: string; name: string }; path: string; type: string }[],
  location: null as EntryLocation | null,
  typed: "",
};
const names = (typed: string, more: Partial<typeof context> = {}) =>
  matching(commandsOf({ ...context, ...more }), typed).map(({ name }) => name);

test("every word must match the name or the kind, and names that start with it come first", () => {
  expect(names("webhook example")).toEqual([
    "hooks.example.com/in",
    "hooks.example.com/in: Activity",
    "hooks.example.com/in: Verify",
  ]);
  expect(names("web tick")).toEqual(["New webhook for tickets", "tickets: Webhooks"]);
  expect(names("tick")[0]).toBe("tickets");
  expect(names("nothing like it")).toEqual([]);
  expect(names("wh_a")[0]).toBe("hooks.example.com/in");
});

test("the palette offers only what the user may do", () => {
  expect(names("invite")).toEqual(["Invite member"]);
  expect(names("invite", { isAdmin: false })).toEqual([]);
  expect(names("page audit", { isAdmin: false })).toEqual([]);
  expect(names("new filesystem", { canWrite: false })).toEqual([]);
  expect(names("support")).toEqual([]);
  expect(names("support", { isSupport: true })).toEqual(["Support"]);
});

test("a message is found by its id", () => {
  const id = "msg_01m0000000e0080000000000aa";
  const messages = [{ id, webhook_id: "wh_a", filesystem_id: "fs_a" }];
  const [found] = matching(commandsOf({ ...context, messages }), id);
  expect(found?.href).toBe(`/o/org_a/filesystems/fs_a/webhooks/wh_a?delivery=${id}`);
  expect(messageIdIn(` ${id}\n`)).toBe(id);
  expect(messageIdIn(`${id} and more`)).toBe(null);
});

test("a test inbox is found by its name", () => {
  const inbox = { id: "wh_b", filesystem_id: "fs_a", url: TEST_INBOX_URL, description: "Trial" };
  expect(names("test inbox", { webhooks: [inbox] })[0]).toBe("Test inbox · Trial");
});

test("people, keys and error codes are found, and files are searched for", () => {
  expect(names("ada@")).toEqual(["Ada Berg"]);
  expect(names("key backend")).toEqual(["backend"]);
  expect(names("error")).toEqual(["Errors"]);
  expect(names("invoice 7", { typed: "invoice 7" })).toEqual([
    "Search for “invoice 7” in tickets",
    "Search for “invoice 7” in the documentation",
  ]);
  const [search] = matching(commandsOf({ ...context, typed: "a&b" }), "a&b");
  expect(search?.href).toBe("/o/org_a/filesystems/fs_a/files?q=a%26b&below=true");
});

test("verbs lead to where they are done, for those who may", () => {
  expect(names("rotate secret")).toEqual(["hooks.example.com/in", "backend"]);
  expect(names("revoke")).toEqual(["backend"]);
  expect(names("create webhook")).toEqual(["New webhook for tickets"]);
  expect(names("create webhook", { canWrite: false })).toEqual([]);
  expect(names("add user")).toEqual(["Invite member"]);
  expect(names("pause", { canWrite: false })).toEqual([]);
  expect(names("retry")).toContain("Webhooks that need attention");
  expect(names("failing")).toEqual(["Webhooks that need attention"]);
  const [verify] = matching(commandsOf(context), "hooks verify");
  expect(verify?.href).toBe("/o/org_a/filesystems/fs_a/webhooks/wh_a?tab=verify");
});

test("with several filesystems, the first search is not one of a filesystem that happens to be first", () => {
  const filesystems = [...context.filesystems, { id: "fs_b", name: "invoices" }];
  expect(names("zebra", { typed: "zebra", filesystems })[0]).toBe(
    "Search for “zebra” in the documentation",
  );
});

test("links point to the page", () => {
  const [webhook] = matching(commandsOf(context), "hooks.example");
  expect(webhook?.href).toBe("/o/org_a/filesystems/fs_a/webhooks/wh_a");
});

test("a file that was found opens in its folder, and a folder opens itself", () => {
  const [filesystem] = context.filesystems;
  const hits = [
    { filesystem: filesystem!, path: "/2026/T-1104.json", type: "file" },
    { filesystem: filesystem!, path: "/T-1104", type: "directory" },
  ];
  const found = matching(commandsOf({ ...context, hits }), "t-1104");
  expect(found).toMatchObject([
    { name: "T-1104.json", detail: "tickets /2026" },
    { name: "T-1104", detail: "tickets /", icon: "folder" },
  ]);
  expect(found.map(({ href }) => href.replace(/^.*\?/, ""))).toEqual([
    "path=%2F2026&show=T-1104.json",
    "path=%2FT-1104",
  ]);
});

test("a path that was typed leads to its entry, and a folder may end in a slash", () => {
  const file = { fsId: "fs_a", path: "/docs/a.txt", type: "file" };
  const [found] = matching(commandsOf({ ...context, location: file }), "/docs/a.txt");
  expect(found).toMatchObject({
    name: "Go to /docs/a.txt",
    href: "/o/org_a/filesystems/fs_a/files?path=%2Fdocs&show=a.txt",
  });
  const folder = { fsId: "fs_a", path: "/docs", type: "directory" };
  expect(names("/docs/", { location: folder })).toEqual(["Go to /docs"]);
});

test("what leads to no page is done from the palette: the theme, signing out", () => {
  expect(names("theme")).toEqual(["Theme: System", "Theme: Light", "Theme: Dark"]);
  const [dark, ...others] = matching(commandsOf(context), "dark");
  expect(dark).toMatchObject({ action: "dark" });
  expect(others.every(({ action }) => action === undefined)).toBe(true);
  expect(matching(commandsOf(context), "sign out")[0]).toMatchObject({ action: "sign-out" });
});
