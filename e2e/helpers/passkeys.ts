import { expect, type Page } from "@playwright/test";

/** Gives the page's browser an authenticator that verifies its user without being touched. */
export async function addAuthenticator(page: Page) {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("WebAuthn.enable");
  const { authenticatorId } = await devtools.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    setVerified: (isUserVerified: boolean) =>
      devtools.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified }),
  };
}

/** Adds a passkey on the account page; the first one comes with recovery codes. */
export async function addPasskey(page: Page, name: string): Promise<string[]> {
  const dialog = page.getByRole("dialog");
  await page.getByRole("button", { name: "Add passkey" }).click();
  await dialog.getByLabel("Name", { exact: true }).fill(name);
  await dialog.getByRole("button", { name: "Continue" }).click();
  await expect(dialog).toContainText("Save your recovery codes");
  const codes = await dialog.getByRole("listitem").allInnerTexts();
  await dialog.getByRole("button", { name: "I've saved them" }).click();
  await expect(page.getByText(name, { exact: true })).toBeVisible();
  return codes;
}
