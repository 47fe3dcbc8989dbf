import { expect, type Page, test } from "@playwright/test";

import { stepAt, totpCode } from "@/lib/accounts/second-factor/totp";

import { fillInSignIn, makeUser, signIn, signOut } from "./helpers/people";

const codeOf = (secret: string, offset = 0) => totpCode(secret, stepAt(Date.now() / 1000) + offset);

async function enterCode(page: Page, code: string): Promise<void> {
  const field = page.getByLabel("Code");
  await expect(field).toBeFocused();
  await field.fill(code);
  await page.getByRole("button", { name: "Verify" }).click();
}

/** Goes through the dialog that adds an app. Returns its secret and the recovery codes. */
async function addApp(page: Page) {
  const dialog = page.getByRole("dialog");
  await page.getByRole("button", { name: "Turn on" }).click();
  const secret = await dialog.getByText(/^[A-Z2-7]{32}$/).innerText();
  await dialog.getByLabel("6-digit code").fill(codeOf(secret));
  await dialog.getByRole("button", { name: "Turn on" }).click();
  await dialog.getByRole("button", { name: "I've saved them" }).click();
}

test("an organisation that requires it leads to enrolment and back", async ({ page }) => {
  const ada = await makeUser("Harbour");
  const settings = `/o/${ada.orgId}/settings`;
  await signIn(page, ada);
  await page.goto(settings);
  await page.getByRole("link", { name: "Turn it on for your own account" }).click();
  await addApp(page);
  await expect(page).toHaveURL(settings);
  await page.getByRole("button", { name: "Require" }).click();
  await expect(page.getByText("Required. Members without it")).toBeVisible();

  await page.goto("/account");
  await page.getByRole("button", { name: "Turn off" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Turn off" }).click();
  await page.getByRole("button", { name: "Turn on" }).waitFor();
  await page.goto(`/o/${ada.orgId}/keys`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(
    "Harbour requires two-factor authentication",
  );
  await page.getByRole("link", { name: "Turn on two-factor authentication" }).click();
  await addApp(page);
  await expect(page).toHaveURL(`/o/${ada.orgId}/keys`);
  await expect(page.getByRole("button", { name: "New key" }).first()).toBeVisible();
});

test("an app is added, asked for at the next sign-in, replaced by a recovery code and turned off", async ({
  page,
}) => {
  const ada = await makeUser("Harbour");
  await signIn(page, ada);
  await page.goto("/account");
  await page.getByRole("button", { name: "Turn on" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("img", { name: "QR code" })).toBeVisible();
  const secret = await dialog.getByText(/^[A-Z2-7]{32}$/).innerText();
  await dialog.getByLabel("6-digit code").fill("000000");
  await dialog.getByRole("button", { name: "Turn on" }).click();
  await expect(dialog.getByRole("alert")).toContainText("The code is wrong.");
  const first = codeOf(secret);
  await dialog.getByLabel("6-digit code").fill(first);
  await dialog.getByRole("button", { name: "Turn on" }).click();
  await expect(dialog).toContainText("Save your recovery codes");
  const codes = await dialog.getByRole("listitem").allInnerTexts();
  expect(codes).toHaveLength(10);
  // The only copy isn't lost to a key or a click beside it.
  await page.keyboard.press("Escape");
  await page.mouse.click(5, 5);
  await dialog.getByRole("button", { name: "I've saved them" }).click();
  await expect(page.getByText("10 recovery codes left")).toBeVisible();
  await signOut(page);

  await page.goto("/sign-in?callbackUrl=/account");
  await fillInSignIn(page, ada);
  await enterCode(page, first);
  await expect(page.getByRole("main").getByRole("alert")).toContainText("already used");
  await page.getByLabel("Code").fill(codeOf(secret, 1));
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/account");
  await signOut(page);

  await page.goto("/sign-in?callbackUrl=/account");
  await fillInSignIn(page, ada);
  await enterCode(page, codes[0] ?? "");
  await expect(page.getByText("9 recovery codes left")).toBeVisible();
  await page.getByRole("button", { name: "Turn off" }).click();
  await dialog.getByRole("button", { name: "Turn off" }).click();
  await expect(page.getByRole("button", { name: "Turn on" })).toBeVisible();
  await signOut(page);
  await signIn(page, ada);
});
