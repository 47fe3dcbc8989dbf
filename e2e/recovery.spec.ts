import { readFileSync } from "node:fs";
import path from "node:path";

import { type Browser, expect, type Page, test } from "@playwright/test";
import { Client } from "pg";
import { z } from "zod";

import { findPostgres } from "@/lib/server/launch/embedded-postgres";

import { createOwnService, READY_MS } from "./helpers/own-service";
import { fillInSignIn } from "./helpers/people";
import { PORTS } from "./helpers/ports";
import { comeBack } from "./helpers/refetch";
import { callAs } from "./helpers/webhooks";

// Of its own: it is taken down.
const service = createOwnService(PORTS.recovery);
const EMAIL = "ada@example.com";
const PASSWORD = "a-password-that-is-long";
let orgId = "";

test.describe.configure({ mode: "serial", timeout: READY_MS });
test.use({ baseURL: service.origin });

test.beforeAll(async () => {
  test.setTimeout(READY_MS + 60_000);
  await service.start();
  await service.admin("create-user", "--email", EMAIL, "--password", PASSWORD);
  const made = await service.admin("create-org", "--name", "Breakwater", "--owner", EMAIL);
  orgId = z.object({ id: z.string() }).parse(made).id;
});

test.afterAll(() => service.close());

/** Signs in and opens the files of a filesystem that is made for it. */
async function openFiles(page: Page, name: string): Promise<string> {
  await page.goto(`/sign-in?callbackUrl=/o/${orgId}`);
  await fillInSignIn(page, { email: EMAIL, password: PASSWORD });
  await expect(page).toHaveURL(`/o/${orgId}`);
  const made = await callAs(page, "post", `/orgs/${orgId}/filesystems`, { name });
  const fsId = z.object({ id: z.string() }).parse(made).id;
  await page.goto(`/o/${orgId}/filesystems/${fsId}/files`);
  await expect(page.getByText("Live", { exact: true })).toBeVisible();
  return `/orgs/${orgId}/filesystems/${fsId}`;
}

test("a service that goes away and comes back is reported, and the page continues without a reload", async ({
  page,
}) => {
  const base = await openFiles(page, "first");
  await callAs(page, "put", `${base}/files?path=/before.txt`, "x");
  await expect(page.getByRole("button", { name: "before.txt", exact: true })).toBeVisible();
  await page.evaluate(() => Object.assign(window, { isSame: true }));

  await service.stop();
  await expect(page.getByText("Not live: reconnecting…")).toBeVisible({ timeout: 30_000 });
  // Not even the form is there, since no one had opened one before. It must not open by itself later.
  await page.getByRole("button", { name: "New folder" }).click();
  await expect(page.getByText("This couldn't be loaded.")).toBeVisible();
  await service.start();
  await expect(page.getByText("Live", { exact: true })).toBeVisible({ timeout: 30_000 });
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.getByRole("button", { name: "New folder" }).click();
  await page.getByLabel("Name", { exact: true }).fill("made-later", { timeout: 30_000 });
  await service.stop();
  await page.getByRole("button", { name: "Create folder" }).click();
  await expect(
    page.getByRole("alert").filter({ hasText: "We can't reach the service" }),
  ).toBeVisible();
  await service.start();
  await page.getByRole("button", { name: "Create folder" }).click();
  await expect(page.getByText("Live", { exact: true })).toBeVisible({ timeout: 30_000 });
  await expect(page.getByRole("button", { name: "made-later", exact: true })).toBeVisible();
  // What happened while no one listened has not been lost on the page.
  await callAs(page, "put", `${base}/files?path=/after.txt`, "x");
  await expect(page.getByRole("button", { name: "after.txt", exact: true })).toBeVisible();
  expect(await page.evaluate(() => "isSame" in window)).toBe(true);
});

test("a page whose questions fail says so, asks again, and shows what there is", async ({
  page,
}) => {
  await openFiles(page, "second");
  await service.stop();
  await comeBack(page);
  await expect(page.getByText("We can't reach the service. Reconnecting")).toBeAttached({
    timeout: 30_000,
  });
  const here = page.url();
  await page.getByRole("link", { name: "Usage" }).click();
  await expect(page.getByText("This page stays open")).toBeVisible();
  await expect(page).toHaveURL(here);
  // It says so for some seconds, while the service may still be getting ready.
  const said = expect(page.getByText("Connection restored")).toBeVisible({
    timeout: 60_000,
  });
  await Promise.all([said, service.start()]);
  await expect(page.getByText("We can't reach the service. Reconnecting")).toBeHidden();
  await expect(page.getByText("Live", { exact: true })).toBeVisible({ timeout: 30_000 });
});

/** Ends the sessions of the user, from a browser of its own. */
async function endSession(browser: Browser): Promise<void> {
  const elsewhere = await (await browser.newContext({ baseURL: service.origin })).newPage();
  await elsewhere.goto("/sign-in?callbackUrl=/account");
  await fillInSignIn(elsewhere, { email: EMAIL, password: PASSWORD });
  await expect(elsewhere).toHaveURL(`${service.origin}/account`);
  const Sessions = z.array(z.object({ id: z.string(), current: z.boolean() }));
  const sessions = Sessions.parse(await callAs(elsewhere, "get", "/me/sessions"));
  for (const { id, current } of sessions)
    if (!current) await callAs(elsewhere, "delete", `/me/sessions/${id}`);
  await elsewhere.context().close();
}

test("a session that was ended elsewhere leads to the sign-in, and from there back", async ({
  page,
  browser,
}) => {
  await openFiles(page, "third");
  const here = page.url();
  await endSession(browser);
  // Its stream is notified so at once, without anything being clicked.
  await expect(page).toHaveURL(/\/sign-in\?callbackUrl=/, { timeout: 20_000 });
  await expect(page.getByText("Your session has ended")).toBeVisible();
  await fillInSignIn(page, { email: EMAIL, password: PASSWORD });
  await expect(page).toHaveURL(here);
  await expect(page.getByText("Live", { exact: true })).toBeVisible();
});

test("when a session ends, what is typed stays until its user has signed in beside it", async ({
  page,
  browser,
}) => {
  await openFiles(page, "typed");
  await page.getByRole("button", { name: "New folder" }).click();
  await page.getByLabel("Name", { exact: true }).fill("not-lost");
  await endSession(browser);
  const ended = page.getByRole("dialog", { name: "Your session has ended" });
  await expect(ended).toBeVisible({ timeout: 20_000 });
  await ended.getByRole("button", { name: "Continue" }).click();
  await expect(ended.getByRole("alert")).toContainText("You aren't signed in yet.");
  const opened = page.context().waitForEvent("page");
  await ended.getByRole("link", { name: "Sign in in a new tab" }).click();
  const beside = await opened;
  await fillInSignIn(beside, { email: EMAIL, password: PASSWORD });
  await expect(beside).toHaveURL(`${service.origin}/account`);
  await beside.close();
  await ended.getByRole("button", { name: "Continue" }).click();
  await expect(ended).toBeHidden();
  await page.getByRole("button", { name: "Create folder" }).click();
  await expect(page.getByRole("button", { name: "not-lost", exact: true })).toBeVisible();
  // What is on the page is not for another user: it is loaded again.
  await page.evaluate(() => Object.assign(window, { isSame: true }));
  await page.getByRole("button", { name: "New folder" }).click();
  await page.getByLabel("Name", { exact: true }).fill("secret");
  await endSession(browser);
  await expect(ended).toBeVisible({ timeout: 20_000 });
  const other = { email: "eve@example.com", password: "another-long-password" };
  await service.admin("create-user", "--email", other.email, "--password", other.password);
  const reopened = page.context().waitForEvent("page");
  await ended.getByRole("link", { name: "Sign in in a new tab" }).click();
  const theirs = await reopened;
  await fillInSignIn(theirs, other);
  await expect(theirs).toHaveURL(`${service.origin}/account`);
  await theirs.close();
  await ended.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page.getByText("not-lost")).toHaveCount(0);
  await expect.poll(() => page.evaluate(() => "isSame" in window)).toBe(false);
});

test("without a connection a link keeps the page, and leads on once there is one", async ({
  page,
}) => {
  await openFiles(page, "offline");
  const here = page.url();
  await page.context().setOffline(true);
  await page.getByRole("link", { name: "Usage" }).click();
  await expect(page.getByText("You're offline")).toBeVisible();
  await expect(page).toHaveURL(here);
  await expect(page.getByText("We can't reach the service. Reconnecting")).toBeVisible();
  await page.context().setOffline(false);
  await expect(page.getByText("We can't reach the service. Reconnecting")).toBeHidden();
  await page.getByRole("link", { name: "Usage" }).click();
  await expect(page).toHaveURL(/\/usage$/);
});

test("a page that breaks says so inside the frame, which leads on", async ({ page }) => {
  await openFiles(page, "fourth");
  await page.evaluate(() => {
    // As a bug of our own would, in what the overview alone uses.
    Reflect.set(Array.prototype, "toReversed", () => {
      throw new Error("broken on purpose");
    });
  });
  await page.getByRole("link", { name: "Overview" }).click();
  await expect(page.getByRole("heading", { name: "Something went wrong" })).toBeVisible();
  await page.getByRole("button", { name: "Reload page" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Breakwater" })).toBeVisible();
});

test("a page that could not be made names its request, which our log tells more of", async ({
  page,
}) => {
  await openFiles(page, "fifth");
  const url = (await findPostgres(service.dataDir))?.ownerUrl;
  const database = new Client({ connectionString: url });
  await database.connect();
  await database.query("ALTER TABLE session RENAME TO session_elsewhere");
  const response = await page.goto(`/o/${orgId}`);
  const requestId = response?.headers()["x-request-id"] ?? "none";
  await expect(page.getByRole("main")).toContainText(requestId);
  const log = readFileSync(path.join(service.directory, "log"), "utf8").split("\n");
  expect(log.find((line) => line.includes(requestId))).toContain("page failed");
  await database.query("ALTER TABLE session_elsewhere RENAME TO session");
  await database.end();
  await page.getByRole("button", { name: "Reload page" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Breakwater" })).toBeVisible();
});
