import { expect, type Locator, type Page, test } from "@playwright/test";

import { type InputMethod, makeFirstMessage } from "./helpers/first-message-journey";
import { makeUser, signIn } from "./helpers/people";
import {
  callAs,
  makeFilesystem,
  makeWebhook,
  type Receiver,
  startReceiver,
  writeFile,
} from "./helpers/webhooks";

// A page has fewer stops; anyone who does not come by in so many never does.
const MOST_TABS = 80;

let receiver: Receiver;
test.describe.configure({ timeout: 120_000 });
test.beforeAll(async () => {
  receiver = await startReceiver();
});
test.afterAll(() => receiver.close());
// Nothing here may be reached by a pointer, not even by mistake.
test.use({ hasTouch: false });

const isFocused = (target: Locator) =>
  target.evaluate((element) => element === document.activeElement);

/** Goes from stop to stop until the target has the focus. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  for (let tabs = 0; !(await isFocused(target)); tabs++) {
    expect(tabs, `stops on the way to ${target.toString()}`).toBeLessThan(MOST_TABS);
    await page.keyboard.press("Tab");
  }
}

const keysOn = (page: Page): InputMethod => ({
  async press(button) {
    await tabTo(page, button);
    await page.keyboard.press("Enter");
  },
  async type(field, text) {
    await tabTo(page, field);
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.type(text);
  },
  async choose(list, value) {
    await tabTo(page, list);
    for (let steps = 0; steps < 10 && (await list.inputValue()) !== value; steps++)
      await page.keyboard.press("ArrowDown");
    await expect(list).toHaveValue(value);
  },
});

test("by keys alone: from signing in to a first delivered message", async ({ page }) => {
  await makeFirstMessage(page, keysOn(page), await makeUser("Keyway"), receiver);
});

test("by keys alone: menus, dialogs and files, and the focus comes back", async ({ page }) => {
  const owner = await makeUser("Mooring");
  await signIn(page, owner);
  // It rests where the sign-in's button was, and a menu that opens below it would follow it.
  await page.mouse.move(0, 0);
  const fsId = await makeFilesystem(page, owner.orgId, "docs");
  await writeFile(page, `/orgs/${owner.orgId}/filesystems/${fsId}`, "/a.txt");
  await page.goto(`/o/${owner.orgId}/filesystems/${fsId}/files`);
  await expect(page.getByText("Live", { exact: true })).toBeVisible();

  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
  await page.keyboard.press("Enter");
  // Over a slow line: a menu must not open before its items are there, which take the focus.
  const line = await page.context().newCDPSession(page);
  await line.send("Network.enable");
  const far = { offline: false, latency: 500, downloadThroughput: -1, uploadThroughput: -1 };
  await line.send("Network.emulateNetworkConditions", far);
  const more = page.getByRole("button", { name: "More actions for a.txt" });
  await tabTo(page, more);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("menu")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(more).toBeFocused();
  await page.keyboard.press("ArrowDown");
  // Where a pointer rests on the page the focus stops at the menu itself, one step before its first item.
  const menu = page.getByRole("menu");
  await expect.poll(() => menu.evaluate((it) => it.contains(document.activeElement))).toBe(true);
  await page.keyboard.press("Home");
  const item = (label: string) => page.getByRole("menuitem", { name: label, exact: true });
  for (const label of ["Preview", "Download", "Rename", "Move to…"]) {
    await expect(item(label)).toBeFocused();
    await page.keyboard.press("ArrowDown");
  }
  await expect(item("Copy to…")).toBeFocused();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Copy a.txt" });
  await tabTo(page, dialog.getByRole("button", { name: "Copy to root" }));
  await page.keyboard.press("Enter");
  await expect(page.getByText("1 item copied to /")).toBeVisible();
  await expect(page.getByRole("button", { name: "a (2).txt", exact: true })).toBeVisible();
});

test("by keys alone: typing finds a name, the menu key opens its menu, Ctrl+Z undoes", async ({
  page,
}) => {
  const owner = await makeUser("Bollard");
  await signIn(page, owner);
  await page.mouse.move(0, 0);
  const fsId = await makeFilesystem(page, owner.orgId, "docs");
  const base = `/orgs/${owner.orgId}/filesystems/${fsId}`;
  for (const path of ["/anchor.txt", "/photo.png", "/poster.png", "/z.txt"])
    await writeFile(page, base, path);
  await page.goto(`/o/${owner.orgId}/filesystems/${fsId}/files`);
  await expect(page.getByText("Live", { exact: true })).toBeVisible();
  const file = (name: string) => page.getByRole("button", { name, exact: true });
  await tabTo(page, file("anchor.txt"));
  await page.keyboard.type("po");
  await expect(file("poster.png")).toBeFocused();
  await page.keyboard.press("Delete");
  await expect(file("poster.png")).toBeHidden();
  await expect(page.getByText("poster.png deleted")).toBeVisible();
  // In a field the keys are for its text.
  await page.keyboard.press("/");
  await page.keyboard.type("p");
  await page.keyboard.press("ControlOrMeta+z");
  await expect(page.getByText("poster.png deleted")).toBeVisible();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.press("Delete");
  await file("photo.png").focus();
  await page.keyboard.press("ControlOrMeta+z");
  await expect(file("poster.png")).toBeVisible();
  await expect(page.getByText("poster.png deleted")).toBeHidden();

  await expect(file("poster.png")).toBeFocused();
  await page.keyboard.press("Shift+F10");
  const menu = page.getByRole("menu", { name: "Actions for poster.png" });
  await expect(menu).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(menu).toBeHidden();
  await expect(file("poster.png")).toBeFocused();
});

test("on a slow line a click on a link shows at once that its page is on its way", async ({
  page,
}) => {
  const owner = await makeUser("Sluice");
  await signIn(page, owner);
  await page.goto(`/o/${owner.orgId}/members`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Members");
  const line = await page.context().newCDPSession(page);
  await line.send("Network.enable");
  const far = { offline: false, latency: 2_000, downloadThroughput: -1, uploadThroughput: -1 };
  await line.send("Network.emulateNetworkConditions", far);
  await page.getByRole("link", { name: "Audit log" }).click();
  const bar = page.getByRole("progressbar", { name: "Loading the page" });
  await expect(bar).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Audit log");
  await expect(bar).toBeHidden();
});

test("the palette leads anywhere by a few letters", async ({ page }) => {
  const owner = await makeUser("Capstan");
  await signIn(page, owner);
  const fsId = await makeFilesystem(page, owner.orgId, "invoices");
  const base = `/orgs/${owner.orgId}/filesystems/${fsId}`;
  const webhook = await makeWebhook(page, base, receiver.url);
  await callAs(page, "post", `${base}/directories`, { path: "/2026" });
  await writeFile(page, base, "/2026/T-1104.json");
  await page.goto(`/o/${owner.orgId}`);
  await expect(page.getByRole("heading", { level: 1, name: "Capstan" })).toBeVisible();
  const text = page.getByRole("searchbox", {
    name: "Search pages, files, webhooks, people, or paste a message ID",
  });
  const ask = async (words: string) => {
    // A page shows its data before it listens to keys.
    await expect(async () => {
      await page.keyboard.press("ControlOrMeta+k");
      await expect(text).toBeFocused({ timeout: 1_000 });
    }).toPass();
    await page.keyboard.type(words);
  };
  await ask("audi");
  // As an input method reports the key that ends what it writes; in Safari the code is the only sign.
  for (const sign of [{ isComposing: true }, { keyCode: 229 }])
    await text.dispatchEvent("keydown", { key: "Enter", ...sign });
  await page.keyboard.type("t");
  await expect(text).toHaveValue("audit");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(`/o/${owner.orgId}/audit`);
  await ask("invoices");
  await expect(page.getByRole("link", { name: "invoices", exact: true })).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(`/o/${owner.orgId}/filesystems/${fsId}/files`);
  await ask(receiver.host.slice(0, -4));
  // The webhook, before its tabs.
  const found = page.getByRole("link", { name: new RegExp(`^${receiver.host}`) }).first();
  await expect(found).toBeVisible();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(`/o/${owner.orgId}/filesystems/${fsId}/webhooks/${webhook}`);
  await ask("new filesys");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog", { name: "New filesystem" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await ask("t-1104");
  await expect(page.getByRole("link", { name: "T-1104.json invoices /2026" })).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/files\?path=%2F2026&show=T-1104\.json$/);
  await expect(page.getByRole("dialog", { name: "T-1104.json" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await ask("/2026/T-1104.json");
  await page.getByRole("link", { name: "Go to /2026/T-1104.json" }).click();
  await expect(page.getByRole("dialog", { name: "T-1104.json" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await ask("no such thing");
  await expect(page.getByRole("list", { name: "Results" })).toContainText("No results");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/files\?q=no\+such\+thing&below=true$/);
  await expect(text).toBeHidden();

  await page.keyboard.press("?");
  const shortcuts = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await expect(shortcuts).toContainText("Extend the selection");
  await page.keyboard.press("Escape");
  await expect(shortcuts).toBeHidden();

  await ask("theme dark");
  await page.keyboard.press("Enter");
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await expect(text).toBeHidden();
  await ask("sign out");
  await page.keyboard.press("ArrowDown");
  await expect(page.getByRole("button", { name: "Sign out" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/sign-in");
});
