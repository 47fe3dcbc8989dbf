import type { Page } from "@playwright/test";

/** Fills in a new API key on the keys page and submits it. */
export async function submitKey(page: Page): Promise<void> {
  await page.getByRole("button", { name: "New key" }).first().click();
  await page.getByLabel("Name", { exact: true }).fill("nightly export");
  await page.getByRole("dialog").getByRole("button", { name: "Create key" }).click();
}

/** Chooses from the menu of an API key on the keys page. */
export async function chooseOfKey(page: Page, key: string, action: string): Promise<void> {
  await page.getByRole("button", { name: `More actions for ${key}`, exact: true }).click();
  await page.getByRole("menuitem", { name: action }).click();
}
