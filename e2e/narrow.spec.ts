import { expect, type Page, test } from "@playwright/test";

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

let receiver: Receiver;
test.describe.configure({ timeout: 120_000 });
test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });
test.beforeAll(async () => {
  receiver = await startReceiver();
});
test.afterAll(() => receiver.close());

async function expectToFit(page: Page): Promise<void> {
  const excess = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth - clientWidth;
  });
  expect(excess, `px that ${page.url()} is too wide`).toBe(0);
}

const fingerOn = (page: Page): InputMethod => ({
  async press(button) {
    await expect(button).toBeVisible();
    await expectToFit(page);
    await button.tap();
  },
  async type(field, text) {
    await field.tap();
    await field.fill(text);
  },
  async choose(list, value) {
    await list.selectOption(value);
  },
});

test("on a phone: from signing in to a first delivered message", async ({ page }) => {
  await makeFirstMessage(page, fingerOn(page), await makeUser("Towpath"), receiver);
  await expectToFit(page);
});

test("on a phone: files, their menu and dialogs fit", async ({ page }) => {
  const owner = await makeUser("Ferry");
  await signIn(page, owner);
  const fsId = await makeFilesystem(page, owner.orgId, "docs");
  const long = `${"a-name-that-goes-on-and-on-".repeat(4)}.txt`;
  await writeFile(page, `/orgs/${owner.orgId}/filesystems/${fsId}`, `/${long}`);
  await page.goto(`/o/${owner.orgId}/filesystems/${fsId}/files`);
  const row = page.getByRole("listitem").filter({ hasText: "a-name-that-goes-on" });
  const lines = [row.getByText(long), row.getByText(/ago|just now/)];
  const [at, first, last] = await Promise.all([row, ...lines].map((one) => one.boundingBox()));
  const above = (first?.y ?? 0) + (first?.height ?? 0) / 2 - (at?.y ?? 0);
  const below = (at?.y ?? 0) + (at?.height ?? 0) - (last?.y ?? 0) - (last?.height ?? 0) / 2;
  expect(Math.abs(above - below), "px that the lines are off the middle").toBeLessThan(4);
  await page.getByRole("button", { name: `More actions for ${long}` }).tap();
  await expect(page.getByRole("menu")).toBeVisible();
  await expectToFit(page);
  await page.getByRole("menuitem", { name: "Details" }).tap();
  await expect(page.getByRole("dialog")).toContainText("This path only");
  const box = await page.getByRole("dialog").boundingBox();
  expect(box?.x).toBeGreaterThanOrEqual(0);
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(360);
  await page.getByRole("button", { name: "Close" }).tap();
  await page.getByRole("button", { name: "Go to…" }).tap();
  await page.getByRole("searchbox").fill("members");
  await page.getByRole("dialog").getByRole("link", { name: "Members", exact: true }).tap();
  await expect(page.getByRole("heading", { level: 1, name: "Members" })).toBeVisible();
  await expectToFit(page);
});

test("on a phone: uploads leave the page in sight until they are looked at", async ({ page }) => {
  const owner = await makeUser("Causeway");
  await signIn(page, owner);
  const fsId = await makeFilesystem(page, owner.orgId, "docs");
  await writeFile(page, `/orgs/${owner.orgId}/filesystems/${fsId}`, "/a.txt");
  await page.goto(`/o/${owner.orgId}/filesystems/${fsId}/files`);
  const file = { name: "a.txt", mimeType: "text/plain", buffer: Buffer.from("new") };
  await page.getByLabel("Files to upload").setInputFiles(file);
  const tray = page.getByRole("region", { name: "Uploads" });
  await expect(tray).toContainText("Some uploads need your attention");
  await expect(tray.getByRole("button", { name: "Replace a.txt" })).toBeHidden();
  await tray.getByRole("button", { name: "List of uploads" }).tap();
  await expectToFit(page);
  await tray.getByRole("button", { name: "Replace a.txt" }).tap();
  await expect(page.getByText("1 file uploaded")).toBeVisible();
});

/** Everything to press on the page that is smaller than a finger, a checkbox with its label. */
const findSmall = (page: Page) =>
  page.evaluate(() => {
    const links = "nav[aria-label=Organisation] a, nav[aria-label=Filesystem] a";
    const all = document.querySelectorAll<HTMLElement>(`button, select, input, ${links}`);
    return [...all]
      .filter((it) => it.checkVisibility() && it.getBoundingClientRect().width > 1)
      .filter((it) => {
        const labels = it instanceof HTMLInputElement ? [...(it.labels ?? [])] : [];
        return [it, ...labels].every((one) => one.getBoundingClientRect().height < 40);
      })
      .map((it) => it.outerHTML.slice(0, 160));
  });

test("on a phone: a webhook's menu copies its URL", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const owner = await makeUser("Slipway");
  await signIn(page, owner);
  const fsId = await makeFilesystem(page, owner.orgId, "docs");
  const base = `/orgs/${owner.orgId}/filesystems/${fsId}`;
  const id = await makeWebhook(page, base, receiver.url);
  await page.goto(`/o/${owner.orgId}/filesystems/${fsId}/webhooks/${id}`);
  await page.getByRole("button", { name: "Actions" }).tap();
  await page.getByRole("menuitem", { name: "Copy URL" }).tap();
  await expect(page.getByText("Copied", { exact: true })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(receiver.url);
});

test("on a phone: pages are behind a button, and all there is to press has room for a finger", async ({
  page,
}) => {
  const owner = await makeUser("Pontoon");
  await signIn(page, owner);
  const fsId = await makeFilesystem(page, owner.orgId, "docs");
  const base = `/o/${owner.orgId}`;
  await writeFile(page, `/orgs/${owner.orgId}/filesystems/${fsId}`, "/a.txt");
  const files = `filesystems/${fsId}/files`;
  for (const path of [files, "filesystems", "members", "settings/notifications", "webhooks"]) {
    await page.goto(`${base}/${path}`);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expectToFit(page);
    expect(await findSmall(page), path).toEqual([]);
  }
  const link = page.getByRole("link", { name: "Audit log" });
  await expect(link).toBeHidden();
  await page.getByRole("button", { name: "Pages" }).tap();
  await expect(link).toBeInViewport({ ratio: 1 });
  expect(await findSmall(page)).toEqual([]);
  await expectToFit(page);
  await link.tap();
  await expect(page.getByRole("heading", { level: 1, name: "Audit log" })).toBeVisible();
  await expect(link).toBeHidden();
  const action = page.getByLabel("Action", { exact: true });
  await expect(action).toBeHidden();
  await page.getByRole("button", { name: "Filters" }).tap();
  await action.selectOption({ label: "Filesystem created" });
  await expect(page.getByRole("button", { name: "Filters (1)" })).toBeVisible();
  expect(await findSmall(page)).toEqual([]);
  await expectToFit(page);

  await page.goto(`${base}/filesystems/${fsId}/usage`);
  // The tabs are swiped, and the one that is open is in sight.
  const usage = page.getByRole("link", { name: "Usage" });
  await expect(usage).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole("link", { name: "Files", exact: true })).not.toBeInViewport();
  const phone = page.viewportSize()!;
  await page.setViewportSize({ width: 1280, height: 720 });
  await expect(page.getByRole("link", { name: "Files", exact: true })).toBeInViewport();
  await page.setViewportSize(phone);
  await expect(usage).toBeInViewport({ ratio: 1 });
  // They fade out at the left as well, once there is something.
  const faded = () =>
    page
      .getByRole("navigation", { name: "Filesystem" })
      .getByRole("list")
      .evaluate((list) => getComputedStyle(list).getPropertyValue("--swiped"));
  await expect.poll(faded).toBe("32px");
  await page.goto(`${base}/${files}`);
  await expect.poll(faded).toBe("0px");
});

// Down to what a page is for, in pixels of the 740 that the phone has.
const MOST_HEAD = 330;

test("on a phone: what a page is for begins in its upper half", async ({ page }) => {
  const owner = await makeUser("Jetty");
  await signIn(page, owner);
  const fsId = await makeFilesystem(page, owner.orgId, "docs");
  const api = `/orgs/${owner.orgId}/filesystems/${fsId}`;
  await writeFile(page, api, "/a.txt");
  await writeFile(page, api, "/b.txt");
  await callAs(page, "delete", `${api}/files?path=/b.txt`);
  const fs = `/o/${owner.orgId}/filesystems/${fsId}`;
  const heads: Record<string, number> = {};
  for (const [path, first] of [
    [`${fs}/files`, page.getByRole("list", { name: "Files and folders" })],
    [`${fs}/changes`, page.getByRole("list", { name: "Changes, newest first" })],
    [`${fs}/trash`, page.getByRole("list", { name: "Deleted files and folders" })],
    [`${fs}/usage`, page.getByText("Storage", { exact: true })],
    [`/o/${owner.orgId}/filesystems`, page.getByRole("link", { name: "docs" })],
    [`/o/${owner.orgId}/members`, page.getByText(owner.email)],
  ] as const) {
    await page.goto(path);
    heads[path] = Math.round((await first.boundingBox())?.y ?? Infinity);
  }
  console.warn(heads);
  expect(heads[`${fs}/files`]).toBeLessThan(MOST_HEAD);
});
