import { expect, type Page, test } from "@playwright/test";

import { fillInSignIn, makeUser, signIn } from "./helpers/people";

/** Invites an address as the owner who is signed in on the page. Returns the link. */
async function invite(page: Page, orgId: string, email: string): Promise<string> {
  const response = await page.request.post(`/api/v1/orgs/${orgId}/invitations`, {
    headers: { "sec-fetch-site": "same-origin" },
    data: { email, role: "member" },
  });
  expect(response.status()).toBe(201);
  const { url } = (await response.json()) as { url: string };
  return new URL(url).pathname + new URL(url).hash;
}

const newAddress = () => `grace-${crypto.randomUUID()}@example.com`;

test("someone new makes an account and is a member", async ({ page, browser }) => {
  const owner = await makeUser("Lighthouse");
  await signIn(page, owner);
  const email = newAddress();
  const link = await invite(page, owner.orgId, email);

  const guest = await (await browser.newContext()).newPage();
  await guest.goto(link);
  await expect(guest.getByText("Lighthouse")).toBeVisible();
  await expect(guest.getByText(email)).toBeVisible();
  await expect(guest.getByLabel("Your name")).toBeFocused();
  await guest.getByLabel("Your name").fill("Grace");
  await expect(guest).toHaveURL("/invitation");
  await guest.getByLabel("Password").fill("a long passphrase");
  await guest.getByRole("button", { name: "Create account" }).click();
  await expect(guest.getByRole("heading", { level: 1 })).toHaveText("Lighthouse");
  await guest.context().close();
});

test("someone with an account signs in on the way", async ({ page, browser }) => {
  const owner = await makeUser("Pier");
  await signIn(page, owner);
  const known = await makeUser();
  const link = await invite(page, owner.orgId, known.email);

  const guest = await (await browser.newContext()).newPage();
  await guest.goto(link);
  await guest.getByRole("button", { name: "I already have an account" }).click();
  await fillInSignIn(guest, known);
  await expect(guest.getByRole("heading", { level: 1 })).toHaveText("Pier");
  await guest.context().close();
});

test("an invitation for another address offers to change accounts only", async ({ page }) => {
  const owner = await makeUser("Quay");
  await signIn(page, owner);
  const known = await makeUser();
  await page.goto(await invite(page, owner.orgId, known.email));
  await expect(page.getByText("only works for the address it was sent to")).toBeVisible();
  await expect(page.getByRole("button", { name: "Accept invitation" })).toHaveCount(0);
  await page.getByRole("button", { name: "Sign out and use another account" }).click();
  await page.getByRole("button", { name: "I already have an account" }).click();
  await fillInSignIn(page, known);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Quay");
});

test("someone who is signed in accepts with one button", async ({ page, browser }) => {
  const owner = await makeUser("Bollard");
  await signIn(page, owner);
  const known = await makeUser();
  const link = await invite(page, owner.orgId, known.email);
  const guest = await (await browser.newContext()).newPage();
  await guest.goto("/sign-in?callbackUrl=/account");
  await fillInSignIn(guest, known);
  await expect(guest).toHaveURL("/account");
  await guest.goto(link);
  await guest.getByRole("button", { name: "Accept invitation" }).click();
  await expect(guest.getByRole("heading", { level: 1 })).toHaveText("Bollard");
  await guest.context().close();
});

test("the page without a token says where to get one", async ({ page }) => {
  await page.goto("/invitation");
  await expect(page.getByRole("status")).toContainText(
    "Open the complete link from your invitation again",
  );
});

test("a link that was used or never was says so, and shows no form", async ({ page }) => {
  await page.goto("/invitation#tmkinv_bad");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Invitation not valid");
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  await expect(page.getByText("already used or revoked")).toBeVisible();
  await expect(page.getByRole("textbox")).toHaveCount(0);
  await page.getByRole("link", { name: "Go to sign-in" }).click();
  await expect(page).toHaveURL("/sign-in");
});
