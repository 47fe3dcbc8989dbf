import { expect, type Page } from "@playwright/test";

/** Waits until the page has loaded and shows no placeholders. */
export async function settle(page: Page): Promise<void> {
  await expect(page.locator("h1, [role=dialog]").first()).toBeVisible({ timeout: 20_000 });
  await expect(page.locator(".animate-pulse, [aria-busy=true]")).toHaveCount(0, {
    timeout: 20_000,
  });
}
