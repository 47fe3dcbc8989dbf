import { expect, type Page, type Route, test } from "@playwright/test";

import { makeUser, signIn } from "./helpers/people";

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
