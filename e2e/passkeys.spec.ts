import { expect, test } from "@playwright/test";

import { submitKey } from "./helpers/api-keys";
import { addMember, ageSignIn } from "./helpers/database";
import { addAuthenticator, addPasskey } from "./helpers/passkeys";
import { fillInSignIn, makeUser, signIn, signOut } from "./helpers/people";

test("a passkey is added, signs in alone, follows the password, and is renamed and removed", async ({
  page,
}) => {
  const ada = await makeUser("Harbour");
  const authenticator = await addAuthenticator(page);
  await signIn(page, ada);
  await page.goto("/account");
  await expect(page.getByText("No passkeys")).toBeVisible();
  const codes = await addPasskey(page, "MacBook");
  expect(codes).toHaveLength(10);
  await expect(page.getByText("10 recovery codes left")).toBeVisible();
  const dialog = page.getByRole("dialog");
  await page.getByRole("button", { name: "Add passkey" }).click();
  await dialog.getByRole("button", { name: "Continue" }).click();
  await expect(dialog.getByRole("alert")).toContainText("already has a passkey");
  await page.keyboard.press("Escape");
  await signOut(page);

  await page.goto("/sign-in?callbackUrl=/account");
  const alone = page.getByRole("button", { name: "Continue with a passkey" });
  await authenticator.setVerified(false);
  await alone.click();
  await expect(page.getByRole("main").getByRole("alert")).toContainText("No passkey was used.");
  await authenticator.setVerified(true);
  await alone.click();
  await expect(page).toHaveURL("/account");
  await expect(page.getByText(/last used/).first()).toBeVisible();
  await signOut(page);

  await page.goto("/sign-in?callbackUrl=/account");
  await fillInSignIn(page, ada);
  await page.getByRole("button", { name: "Use a passkey" }).click();
  await expect(page).toHaveURL("/account");
  await signOut(page);

  await page.goto("/sign-in?callbackUrl=/account");
  await fillInSignIn(page, ada);
  await page.getByLabel("Code").fill(codes[0] ?? "");
  await page.getByRole("button", { name: "Verify" }).click();
  await expect(page.getByText("9 recovery codes left")).toBeVisible();

  const sent: string[] = [];
  page.on("request", (request) => request.method() === "PATCH" && sent.push(request.url()));
  await page.getByRole("button", { name: "Rename MacBook" }).click();
  await dialog.getByRole("button", { name: "Rename" }).click();
  await expect(dialog).toBeHidden();
  expect(sent).toEqual([]);
  await page.getByRole("button", { name: "Rename MacBook" }).click();
  await dialog.getByLabel("Name", { exact: true }).fill("Work laptop");
  await dialog.getByRole("button", { name: "Rename" }).click();
  await page.getByRole("button", { name: "Remove Work laptop" }).click();
  await expect(dialog).toContainText("It's your only second factor");
  await dialog.getByRole("button", { name: "Remove" }).click();
  await expect(page.getByText("No passkeys")).toBeVisible();
  await signOut(page);
  await alone.click();
  await expect(page.getByRole("main").getByRole("alert")).toContainText("No passkey was used.");
  await signIn(page, ada);
});

test("an older sign-in is confirmed with a passkey", async ({ page }) => {
  const ada = await makeUser("Harbour");
  await addAuthenticator(page);
  await signIn(page, ada);
  await page.goto("/account");
  await addPasskey(page, "MacBook");
  await ageSignIn(ada.email);
  await page.goto(`/o/${ada.orgId}/keys`);
  await submitKey(page);
  const dialog = page.getByRole("dialog", { name: "Confirm it's you" });
  await dialog.getByRole("button", { name: "Use a passkey" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText(/^tmk_/)).toBeVisible();
});

test("a passkey is enough where a second factor is required, and owners see who lacks one", async ({
  page,
}) => {
  const [ada, bob] = [await makeUser("Harbour"), await makeUser()];
  await addMember(ada.orgId, bob.email);
  await addAuthenticator(page);
  await signIn(page, ada);
  const settings = `/o/${ada.orgId}/settings`;
  await page.goto(`/account?next=${encodeURIComponent(settings)}`);
  const dialog = page.getByRole("dialog");
  await page.getByRole("button", { name: "Add passkey" }).click();
  await dialog.getByRole("button", { name: "Continue" }).click();
  await dialog.getByRole("button", { name: "I've saved them" }).click();
  await expect(page).toHaveURL(settings);
  await page.getByRole("button", { name: "Require" }).click();
  await expect(page.getByText("Required. Members without it")).toBeVisible();
  await page.goto(`/o/${ada.orgId}/members`);
  await expect(page.getByText("No two-factor authentication")).toHaveCount(1);
  const row = page.getByRole("listitem").filter({ hasText: bob.email });
  await expect(row.getByText("No two-factor authentication")).toBeVisible();

  await page.goto("/account");
  await page.getByRole("button", { name: /^Remove / }).click();
  await expect(dialog).toContainText("You can't reach Harbour until");
  await dialog.getByRole("button", { name: "Remove" }).click();
  await expect(page.getByText("No passkeys")).toBeVisible();
  await page.goto(`/o/${ada.orgId}/keys`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(
    "Harbour requires two-factor authentication",
  );
});
