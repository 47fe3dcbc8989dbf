import { expect, type Locator, type Page } from "@playwright/test";

import type { Someone } from "./people";
import { type Receiver, writeFile } from "./webhooks";

/** The input method: keyboard or touch. */
export type InputMethod = {
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
  input: InputMethod,
  owner: Someone & { orgId: string },
  receiver: Receiver,
): Promise<void> {
  const button = (name: string) => page.getByRole("button", { name, exact: true });
  await page.goto(`/o/${owner.orgId}`);
  await input.type(page.getByLabel("E-mail"), owner.email);
  await input.type(page.getByLabel("Password"), owner.password);
  await input.press(button("Sign in"));
  await expect(page).toHaveURL(`/o/${owner.orgId}`);

  await input.press(button("New filesystem"));
  await input.type(page.getByLabel("Name", { exact: true }), "first");
  await input.press(button("Create filesystem"));

  await input.press(button("New key"));
  await input.type(page.getByLabel("Name", { exact: true }), "backend");
  await input.choose(page.getByLabel("Access to first"), "rw");
  await input.press(button("Create key"));
  await expect(page.getByText(/^tmk_/)).toBeVisible();
  await input.press(button("Done"));

  await input.press(page.getByRole("link", { name: "New webhook" }));
  await expect(page).toHaveURL(/\/webhooks\/new$/);
  await input.type(page.getByLabel("URL", { exact: true }), receiver.url);
  await input.press(button("Create webhook"));
  await expect(page.getByText(/^whsec_/).first()).toBeVisible();
  await expect.poll(() => receiver.requests.length, { timeout: 20_000 }).toBe(1);

  // A phone has the pages behind a button.
  if (await button("Pages").isVisible()) await input.press(button("Pages"));
  await input.press(page.getByRole("link", { name: "Overview" }));
  await expect(page.getByText("1 healthy webhook")).toBeVisible({ timeout: 20_000 });
  // The resync has arrived; the steps end with the first change.
  const command = await page.getByText(/^curl -X PUT/).textContent();
  const [base = ""] = /\/orgs\/.+(?=\/files)/.exec(command ?? "") ?? [];
  await writeFile(page, base, "/hello.txt");
  await expect(page.getByText("Your first change has been delivered")).toBeVisible();
  await input.press(page.getByRole("link", { name: "View deliveries" }).first());
  await expect(page.getByRole("link", { name: "files.changed" })).toBeVisible();
}
