import { expect, type Locator, type Page } from "@playwright/test";

import type { Someone } from "./people";
import type { Receiver } from "./webhooks";

/** The input method: keyboard or touch. */
export type Hands = {
  press: (button: Locator) => Promise<void>;
  type: (field: Locator, text: string) => Promise<void>;
  choose: (list: Locator, value: string) => Promise<void>;
};

/**
 * From signing in to an empty organisation, through a filesystem, a key and a webhook, to a first
 * delivered message.
 */
export async function makeFirstMessage(
  page: Page,
  hands: Hands,
  owner: Someone & { orgId: string },
  receiver: Receiver,
): Promise<void> {
  const button = (name: string) => page.getByRole("button", { name, exact: true });
  await page.goto(`/o/${owner.orgId}`);
  await hands.type(page.getByLabel("Email"), owner.email);
  await hands.type(page.getByLabel("Password"), owner.password);
  await hands.press(button("Sign in"));
  await expect(page).toHaveURL(`/o/${owner.orgId}`);

  await hands.press(button("New filesystem"));
  await hands.type(page.getByLabel("Name", { exact: true }), "first");
  await hands.press(button("Create filesystem"));

  await hands.press(button("New key"));
  await hands.type(page.getByLabel("Name", { exact: true }), "backend");
  await hands.choose(page.getByLabel("Access to first"), "rw");
  await hands.press(button("Create key"));
  await expect(page.getByText(/^tmk_/)).toBeVisible();
  await hands.press(button("Done"));

  await hands.press(page.getByRole("link", { name: "New webhook" }));
  await expect(page).toHaveURL(/\/webhooks\/new$/);
  await hands.type(page.getByLabel("URL", { exact: true }), receiver.url);
  await hands.press(button("Create webhook"));
  await expect(page.getByText(/^whsec_/).first()).toBeVisible();
  await expect.poll(() => receiver.requests.length, { timeout: 20_000 }).toBe(1);

  await hands.press(page.getByRole("link", { name: "Overview" }));
  await expect(page.getByText("1 healthy webhook")).toBeVisible({ timeout: 20_000 });
}
