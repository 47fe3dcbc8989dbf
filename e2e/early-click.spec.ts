import { expect, type Page, type Route, test } from "@playwright/test";

import { UNREACHABLE } from "./helpers/hosts";
import { makeUser, signIn } from "./helpers/people";
import { makeFilesystem, makeWebhook } from "./helpers/webhooks";

const SCRIPTS = "**/_next/static/**/*.js";

/** Holds back the scripts of the next page, as a slow network does; returns what lets them through. */
async function holdScripts(page: Page): Promise<() => Promise<void>> {
  const waiting: Route[] = [];
  let held = true;
  await page.route(SCRIPTS, (route) => (held ? void waiting.push(route) : route.continue()));
  return async () => {
    held = false;
    await Promise.all(waiting.map((route) => route.continue()));
  };
}

test("a button that is pressed before the page's script has come does its work when it has", async ({
  page,
}) => {
  const owner = await makeUser("Breakwater");
  await signIn(page, owner);
  // Dialogs open on the click, menus on the pointer.
  for (const [name, role] of [
    ["New filesystem", "dialog"],
    [/^Account of/, "menu"],
  ] as const) {
    const letThrough = await holdScripts(page);
    await page.goto(`/o/${owner.orgId}`, { waitUntil: "commit" });
    await page.getByRole("button", { name }).click();
    await expect(page.getByRole(role)).toHaveCount(0);
    await letThrough();
    await expect(page.getByRole(role)).toBeVisible();
  }
});

test("a button works once its own part of the page has come, whichever script is the last", async ({
  page,
}) => {
  const owner = await makeUser("Mole");
  await signIn(page, owner);
  await page.goto(`/o/${owner.orgId}/keys`);
  const scripts = await page.evaluate(() => [...document.scripts].map(({ src }) => src));
  // The first ones are React and the frame of every page, without which nothing is hydrated.
  for (const late of scripts.filter((src) => src !== "").slice(-6)) {
    const letThrough: (() => void)[] = [];
    const held = new Promise<void>((resolve) => letThrough.push(resolve));
    await page.route(late, (route) => held.then(() => route.continue()));
    await page.goto(`/o/${owner.orgId}/keys`, { waitUntil: "commit" });
    await page.getByRole("button", { name: "New key" }).click();
    letThrough[0]?.();
    await expect(page.getByRole("dialog"), late).toBeVisible();
    await page.unroute(late);
  }
});

test("a button that is pressed just before the router is ready does its work", async ({ page }) => {
  const owner = await makeUser("Groyne");
  await signIn(page, owner);
  // Presses the button in the moment in which the router takes over the history, which is after hydration.
  await page.addInitScript(() => {
    const native = Object.getOwnPropertyDescriptor(History.prototype, "replaceState")?.value;
    Object.defineProperty(History.prototype, "replaceState", {
      configurable: true,
      get: () => native,
      set(value) {
        [...document.querySelectorAll("button")].find((it) => it.innerText === "New key")?.click();
        Object.defineProperty(this, "replaceState", { configurable: true, writable: true, value });
      },
    });
  });
  await page.goto(`/o/${owner.orgId}/keys`);
  await expect(page.getByRole("dialog", { name: "New API key" })).toBeVisible();
});

test("a row that is pressed just before the router is ready opens", async ({ page }) => {
  const owner = await makeUser("Jetty");
  await signIn(page, owner);
  const fsId = await makeFilesystem(page, owner.orgId, "tickets");
  const base = `/orgs/${owner.orgId}/filesystems/${fsId}`;
  const id = await makeWebhook(page, base, `https://${UNREACHABLE[0]}/in`);
  const log = async () =>
    (await page.request.get(`/api/v1${base}/webhooks/${id}/deliveries`)).text();
  await expect.poll(log).toContain("msg_");
  await page.addInitScript(() => {
    const native = Object.getOwnPropertyDescriptor(History.prototype, "pushState")?.value;
    Object.defineProperty(History.prototype, "pushState", {
      configurable: true,
      get: () => native,
      set(value) {
        document.querySelector<HTMLElement>("main li a[href*='delivery=']")?.click();
        Object.defineProperty(this, "pushState", { configurable: true, writable: true, value });
      },
    });
  });
  await page.goto(`/o/${owner.orgId}/filesystems/${fsId}/webhooks/${id}`);
  await expect(page).toHaveURL(/delivery=msg_/);
  await expect(page.getByRole("dialog")).toContainText("files.resync");
});
