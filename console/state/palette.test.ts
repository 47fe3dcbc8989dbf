import { expect, test } from "vitest";

import { commandsOf, matching } from "./palette";

const known = {
  orgId: "org_a",
  isAdmin: true,
  isSupport: false,
  filesystems: [{ id: "fs_a", name: "tickets" }],
  webhooks: [{ id: "wh_a", filesystem_id: "fs_a", url: "https://hooks.example.com/in" }],
};
const names = (typed: string, more: Partial<typeof known> = {}) =>
  matching(commandsOf({ ...known, ...more }), typed).map(({ name }) => name);

test("every word must be there, in the name or the kind, and beginnings come first", () => {
  expect(names("webhook example")).toEqual(["hooks.example.com/in"]);
  expect(names("web tick")).toEqual(["New webhook for tickets", "tickets: Webhooks"]);
  expect(names("tick")[0]).toBe("tickets");
  expect(names("nothing like it")).toEqual([]);
});

test("nobody is led to what they may not do", () => {
  expect(names("invite")).toEqual(["Invite somebody"]);
  expect(names("invite", { isAdmin: false })).toEqual([]);
  expect(names("support")).toEqual([]);
  expect(names("support", { isSupport: true })).toEqual(["Support"]);
});

test("links lead where the page is", () => {
  const [webhook] = matching(commandsOf(known), "hooks.example");
  expect(webhook?.href).toBe("/o/org_a/filesystems/fs_a/webhooks/wh_a");
});
