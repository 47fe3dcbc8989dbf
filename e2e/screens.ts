import { randomBytes } from "node:crypto";
import { mkdirSync, readdirSync, rmSync } from "node:fs";
import path from "node:path";

import { type Browser, expect, type Page, test } from "@playwright/test";
import sharp from "sharp";

import { type Content, makeContent } from "./helpers/content";
import { admin, fillInSignIn, makeUser, signIn } from "./helpers/people";
import { callAs, makeFilesystem, makeWebhook, writeFile } from "./helpers/webhooks";

const DIRECTORY = "docs/screens";
const SIZES = { wide: { width: 1280, height: 800 }, narrow: { width: 360, height: 740 } };
// Flat colour and text: 64 shades are enough, and a quarter of the bytes.
const COLOURS = 64;

type Shot = {
  name: string;
  path: string;
  /** What to press or wait for before the picture. */
  before?: (page: Page) => Promise<unknown>;
};

test("takes a picture of every page in both themes, wide and narrow", async ({ page, browser }) => {
  test.setTimeout(600_000);
  rmSync(DIRECTORY, { recursive: true, force: true });
  mkdirSync(DIRECTORY, { recursive: true });
  await take(page, { name: "first-steps", path: "/" });
  const content = await makeContent(page, "");
  for (const name of ["Northwind Freight", "Quayside Books"]) await makeTrouble(browser, name);
  for (const shot of consoleShots(content)) await take(page, shot);

  const staff = await (await browser.newContext()).newPage();
  for (const shot of PUBLIC) await take(staff, shot);
  const email = "nora@support.example";
  const password = randomBytes(18).toString("hex");
  await admin("create-user", "--email", email, "--password", password, "--support");
  await staff.goto("/sign-in?callbackUrl=/account");
  await fillInSignIn(staff, { email, password });
  await expect(staff).toHaveURL("/account");
  for (const shot of supportShots(content)) await take(staff, shot);
  await staff.context().close();
  await content.receiver.close();
  expect(readdirSync(DIRECTORY).length).toBeGreaterThanOrEqual(20);
});

const PUBLIC: Shot[] = [
  { name: "sign-in", path: "/sign-in" },
  { name: "status", path: "/status" },
  { name: "docs", path: "/docs" },
  { name: "docs-events", path: "/docs/events" },
  { name: "api", path: "/docs/api" },
];

function consoleShots({ orgId, fsId, base, webhooks }: Content): Shot[] {
  const org = `/o/${orgId}`;
  const fs = `${org}/filesystems/${fsId}`;
  return [
    { name: "overview", path: org },
    { name: "filesystems", path: `${org}/filesystems` },
    { name: "members", path: `${org}/members` },
    { name: "api-keys", path: `${org}/keys` },
    { name: "audit-log", path: `${org}/audit` },
    { name: "settings", path: `${org}/settings` },
    { name: "notifications", path: `${org}/settings/notifications` },
    {
      name: "bell",
      path: org,
      before: async (page) => {
        await page
          .getByRole("button", { name: "Notifications, 3 unread" })
          .click({ timeout: 120_000 });
        await expect(page.getByRole("menuitem", { name: "Mark all as read" })).toBeVisible();
      },
    },
    { name: "account", path: "/account" },
    { name: "device", path: "/device" },
    { name: "files", path: `${fs}/files?path=%2F2026%2F11` },
    {
      name: "changes",
      path: `${fs}/changes`,
      before: async (page) => {
        await expect(page.getByText("Live", { exact: true })).toBeVisible();
        for (const name of ["T-1107", "T-1101"])
          await writeFile(page, base, `/2026/11/${name}.json`);
        await callAs(page, "delete", `${base}/files?path=/2026/09/T-0905.json`);
        await expect(page.getByText("/2026/09/T-0905.json").first()).toBeVisible();
      },
    },
    { name: "access", path: `${fs}/access` },
    { name: "usage", path: `${fs}/usage` },
    { name: "trash", path: `${fs}/trash` },
    { name: "mounts", path: `${fs}/mounts` },
    { name: "webhooks", path: `${fs}/webhooks` },
    {
      name: "new-webhook",
      path: `${fs}/webhooks/new`,
      before: (page) =>
        page.getByLabel("URL", { exact: true }).fill("https://hooks.example.com/in"),
    },
    { name: "webhook", path: `${fs}/webhooks/${webhooks.well}?window=1h` },
    { name: "webhook-failing", path: `${fs}/webhooks/${webhooks.failing}?window=1h` },
    { name: "webhook-disabled", path: `${fs}/webhooks/${webhooks.revoked}` },
    {
      name: "delivery",
      path: `${fs}/webhooks/${webhooks.failing}?window=1h`,
      before: async (page) => {
        await page.getByRole("link", { name: /files\.resync/ }).click();
        await expect(page.getByText("Body as sent")).toBeVisible();
      },
    },
    {
      name: "webhook-activity",
      path: `${fs}/webhooks/${webhooks.well}?tab=activity&window=1h`,
    },
    { name: "verify", path: `${fs}/webhooks/${webhooks.well}?tab=verify` },
  ];
}

function supportShots({ webhooks }: Content): Shot[] {
  return [
    { name: "support", path: "/support" },
    { name: "support-webhook", path: `/support/webhooks/${webhooks.failing}` },
    { name: "support-engine", path: "/support/engine" },
  ];
}

/** Another organisation, whose two webhooks go to the host that is down. */
async function makeTrouble(browser: Browser, name: string): Promise<void> {
  const page = await (await browser.newContext()).newPage();
  const owner = await makeUser(name);
  await signIn(page, owner);
  const fsId = await makeFilesystem(page, owner.orgId, "orders");
  const base = `/orgs/${owner.orgId}/filesystems/${fsId}`;
  for (const what of ["orders", "returns"])
    await makeWebhook(page, base, `https://erp.example.com/${what}`);
  await page.context().close();
}

async function take(page: Page, { name, path: address, before }: Shot): Promise<void> {
  await page.setViewportSize(SIZES.wide);
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  await page.goto(address);
  await expect(page.locator("h1").first()).toBeVisible();
  await before?.(page);
  await expect(page.locator(".animate-pulse, [aria-busy=true]")).toHaveCount(0);
  for (const [size, viewport] of Object.entries(SIZES)) {
    await page.setViewportSize(viewport);
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      const picture = await page.screenshot({ animations: "disabled", caret: "hide" });
      await sharp(picture)
        .png({ palette: true, colours: COLOURS, compressionLevel: 9, effort: 10 })
        .toFile(path.join(DIRECTORY, `${name}-${size}-${colorScheme}.png`));
    }
  }
}
