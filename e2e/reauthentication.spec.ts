import { expect, test } from "@playwright/test";

import { submitKey } from "./helpers/api-keys";
import { ageSignIn } from "./helpers/database";
import { makeUser, signIn } from "./helpers/people";

test("an older sign-in asks for the password, then does what was asked for with all that was typed", async ({
  page,
}) => {
  const ada = await makeUser("Harbour");
  await signIn(page, ada);
  await ageSignIn(ada.email);
  await page.goto(`/o/${ada.orgId}/keys`);
  await submitKey(page);

  const dialog = page.getByRole("dialog", { name: "Confirm it's you" });
  await expect(dialog.getByLabel("Your password")).toBeFocused();
  await dialog.getByRole("button", { name: "Close" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("dialog").getByRole("alert")).toContainText("Confirm it's you");
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("nightly export");

  await page.getByRole("dialog").getByRole("button", { name: "Create key" }).click();
  await dialog.getByLabel("Your password").fill("not this one");
  await dialog.getByRole("button", { name: "Confirm" }).click();
  await expect(dialog.getByRole("alert")).toContainText("The password is wrong.");
  await dialog.getByLabel("Your password").fill(ada.password);
  await page.keyboard.press("Enter");
  await expect(dialog).toBeHidden();
  await expect(page.getByText(/^tmk_/)).toBeVisible();
});
