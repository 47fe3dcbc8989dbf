import { expect, test } from "@playwright/test";

import { ageSignIn, removePassword } from "./helpers/database";
import { type GitHub, startGitHub } from "./helpers/github";
import { addAuthenticator, addPasskey } from "./helpers/passkeys";
import { makeUser, signIn, signOut } from "./helpers/people";
import { PORTS } from "./helpers/ports";

let github: GitHub;
test.beforeAll(async () => {
  github = await startGitHub(PORTS.github);
});
test.afterAll(() => github.close());

test("an identity opens the account it is connected to, and no other", async ({ page }) => {
  const ada = await makeUser();
  github.userId = 4711;
  await page.goto("/sign-in");
  await page.getByRole("button", { name: "Continue with GitHub" }).click();
  await expect(page.getByRole("main").getByRole("alert")).toContainText(
    "isn't connected to an account",
  );

  await signIn(page, ada);
  await page.goto("/account");
  await page.getByRole("button", { name: "Connect GitHub" }).click();
  const disconnect = page.getByRole("button", { name: "Disconnect GitHub" });
  await expect(disconnect).toBeVisible();
  await signOut(page);
  await expect(page).toHaveURL("/sign-in");

  await page.goto("/sign-in?callbackUrl=/account");
  await page.getByRole("button", { name: "Continue with GitHub" }).click();
  await expect(page).toHaveURL("/account");
  await expect(page.getByText(ada.email).first()).toBeVisible();
  await expect(disconnect).toBeVisible();

  await signOut(page);
  await expect(page).toHaveURL("/sign-in");
  await signIn(page, await makeUser());
  await page.goto("/account");
  await page.getByRole("button", { name: "Connect GitHub" }).click();
  await expect(page.getByRole("main").getByRole("alert")).toContainText(
    "already connected to another account",
  );

  await page.goto("/account");
  await expect(page.getByText("No connected identities")).toBeVisible();
  await signOut(page);
  await expect(page).toHaveURL("/sign-in");
  await signIn(page, ada);
  await page.goto("/account");
  await disconnect.click();
  await expect(page.getByRole("button", { name: "Connect GitHub" })).toBeVisible();
});

test("an older sign-in asks for the password before it connects an identity", async ({ page }) => {
  const ada = await makeUser();
  github.userId = 4712;
  await signIn(page, ada);
  await ageSignIn(ada.email);
  await page.goto("/account");
  await page.getByRole("button", { name: "Connect GitHub" }).click();
  const dialog = page.getByRole("dialog", { name: "Confirm it's you" });
  await dialog.getByLabel("Your password").fill("not this one");
  await dialog.getByRole("button", { name: "Confirm" }).click();
  await expect(dialog.getByRole("alert")).toContainText("The password is wrong.");
  await dialog.getByLabel("Your password").fill(ada.password);
  await dialog.getByRole("button", { name: "Confirm" }).click();
  await expect(page.getByRole("button", { name: "Disconnect GitHub" })).toBeVisible();
});

test("a user without a password adds a passkey after signing in, then confirms with it", async ({
  page,
}) => {
  const ada = await makeUser("Harbour");
  github.userId = 4713;
  await addAuthenticator(page);
  await signIn(page, ada);
  await page.goto("/account");
  await page.getByRole("button", { name: "Connect GitHub" }).click();
  await expect(page.getByRole("button", { name: "Disconnect GitHub" })).toBeVisible();
  await removePassword(ada.email);
  await signOut(page);
  await expect(page).toHaveURL("/sign-in");
  await page.goto("/sign-in?callbackUrl=/account");
  await page.getByRole("button", { name: "Continue with GitHub" }).click();
  await expect(page).toHaveURL("/account");
  await addPasskey(page, "MacBook");

  await page.getByRole("button", { name: "New recovery codes" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Create" }).click();
  const confirm = page.getByRole("dialog", { name: "Confirm it's you" });
  await confirm.getByRole("button", { name: "Use a passkey" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "I've saved them" }).click();

  await signOut(page);
  await expect(page).toHaveURL("/sign-in");
  await page.goto("/sign-in?callbackUrl=/account");
  await page.getByRole("button", { name: "Continue with GitHub" }).click();
  await page.getByRole("button", { name: "Use a passkey" }).click();
  await expect(page).toHaveURL("/account");
  // The passkey has confirmed who signs in.
  await page.getByRole("button", { name: "Disconnect GitHub" }).click();
  await expect(page.getByRole("button", { name: "Connect GitHub" })).toBeVisible();
});
