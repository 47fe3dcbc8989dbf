import { expect, test } from "@playwright/test";
import { z } from "zod";

import {
  accountMenu,
  admin,
  fillInSignIn,
  makeUser,
  signIn,
  signOut,
  type Someone,
} from "./helpers/people";

let ada: Someone & { orgId: string };
test.beforeAll(async () => {
  ada = await makeUser("Harbour");
});

test("a wrong password is refused in words, the right one leads where one wanted to go", async ({
  page,
}) => {
  await page.goto("/account");
  await expect(page).toHaveURL(/\/sign-in\?callbackUrl=/);
  await fillInSignIn(page, { ...ada, password: "not the passphrase" });
  await expect(page.getByRole("main").getByRole("alert")).toContainText("Wrong e-mail or password");
  await expect(page.getByLabel("E-mail")).toHaveValue(ada.email);
  // What was wrong has the focus, and what is typed replaces it.
  await expect(page.getByLabel("Password")).toBeFocused();
  await page.keyboard.type(ada.password);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/account");
  await expect(page.getByText(ada.email).first()).toBeVisible();
});

test("a form says itself what is missing, and shows a password on request", async ({ page }) => {
  await page.goto("/sign-in");
  const [email, password] = [page.getByLabel("E-mail"), page.getByLabel("Password")];
  await expect(email).toBeFocused();
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(email).toHaveAccessibleDescription("E-mail is required");
  await expect(password).toHaveAccessibleDescription("Password is required");
  await expect(email).toBeFocused();
  await page.keyboard.type("ada");
  await expect(email).toHaveAccessibleDescription("");
  await password.fill("not the passphrase");
  await page.keyboard.press("Enter");
  await expect(email).toHaveAccessibleDescription("Must be an address like ada@example.com");
  await expect(email).toBeFocused();

  await expect(password).toHaveAttribute("type", "password");
  await page.getByRole("button", { name: "Show password" }).click();
  await expect(password).toHaveAttribute("type", "text");
  await page.getByRole("button", { name: "Hide password" }).click();
  await expect(password).toHaveAttribute("type", "password");
});

test("a form that comes before its script keeps a password out of the address", async ({
  browser,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto("/sign-in");
  // What came later would move the button under the pointer.
  await expect(page.getByRole("button", { name: "Continue with GitHub" })).toBeVisible();
  await page.getByLabel("E-mail").fill(ada.email);
  await page.getByLabel("Password").fill(ada.password);
  await expect(page.getByRole("button", { name: "Sign in" })).toBeDisabled();
  await page.getByLabel("Password").press("Enter");
  await page.getByRole("link", { name: "Forgot your password?" }).click();
  await expect(page).toHaveURL("/forgot-password");
  await page.goBack();
  await expect(page).toHaveURL("/sign-in");
  await context.close();
});

test("anyone who guesses is notified to wait, also when the service was built", async ({
  page,
}) => {
  const email = `guessed-${Date.now()}@example.com`;
  await page.goto("/sign-in");
  const responses = await page.evaluate(async (address) => {
    const { csrfToken } = await (await fetch("/api/auth/csrf")).json();
    const fields = { email: address, password: "not the passphrase", csrfToken, json: "true" };
    const guess = async () => {
      const body = new URLSearchParams(fields);
      return (await fetch("/api/auth/callback/credentials", { method: "POST", body })).status;
    };
    return Promise.all(Array.from({ length: 15 }, guess));
  }, email);
  expect(responses.filter((status) => status === 401)).toHaveLength(10);
  expect(responses.filter((status) => status === 429)).toHaveLength(5);
  await fillInSignIn(page, { ...ada, email });
  await expect(page.getByRole("main").getByRole("alert")).toContainText(/wait|later|too many/i);
});

test("visitors see whether the service works, from the sign-in on", async ({ page }) => {
  await page.goto("/sign-in");
  await page.getByRole("link", { name: "System status" }).click();
  await expect(page).toHaveURL("/status");
  await expect(page.getByText("All systems operational")).toBeVisible();
  await expect(page.getByRole("listitem").filter({ hasText: "Delivery queue" })).toContainText(
    "Operational",
  );
  await page.getByRole("link", { name: "Console" }).click();
  await expect(page).toHaveURL("/sign-in");
});

test("an address of another origin is never followed", async ({ page, baseURL }) => {
  await page.goto("/sign-in?callbackUrl=//evil.example/");
  await fillInSignIn(page, ada);
  await expect(accountMenu(page)).toBeVisible();
  expect(page.url()).toBe(`${baseURL}/o/${ada.orgId}`);
});

test("the keyboard alone is enough", async ({ page }) => {
  await page.goto("/sign-in");
  await expect(page.getByRole("button", { name: "Sign in" })).toBeEnabled();
  await page.getByLabel("E-mail").focus();
  await page.keyboard.type(ada.email);
  await page.keyboard.press("Tab");
  await page.keyboard.type(ada.password);
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Show password" })).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Sign in" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Harbour" })).toBeVisible();
});

test("a session that is ended elsewhere is over at once", async ({ page, browser }) => {
  await signIn(page, ada);
  const other = await (await browser.newContext()).newPage();
  await signIn(other, ada);
  await page.goto("/account");
  const ends = page.getByRole("button", { name: /^Revoke .* from / });
  await expect(ends.first()).toBeVisible();
  await expect(page.getByText("This browser")).toHaveCount(1);
  for (let left = await ends.count(); left > 0; left--) {
    await ends.first().click();
    await expect(ends).toHaveCount(left - 1);
  }
  // By itself: the page learns of it from the first request that is refused.
  await expect(other).toHaveURL(/\/sign-in/);
  await other.context().close();
  await page.reload();
  await expect(page.getByText("This browser")).toBeVisible();
});

test("signing out isn't overtaken by a request that the page still makes", async ({ page }) => {
  await signIn(page, ada);
  // The page keeps asking, and is refused, while it is on its way to the sign-in page.
  await page.evaluate(() =>
    setInterval(() => document.dispatchEvent(new Event("visibilitychange")), 100),
  );
  await page.route("**/sign-in", async (route) => {
    await page.waitForResponse((each) => each.status() === 401);
    await route.continue();
  });
  await signOut(page);
  await expect(page).toHaveURL("/sign-in");
});

test("a changed password works, the old one no more", async ({ page }) => {
  const { email, password } = await makeUser();
  await signIn(page, { email, password });
  await page.goto("/account");
  await page.getByLabel("Current password").fill("not the passphrase");
  await page.getByLabel("New password").fill("another long passphrase");
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByRole("main").getByRole("alert")).toContainText(
    "current password is wrong",
  );
  await page.getByLabel("Current password").fill(password);
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByText("Your password has been changed.")).toBeVisible();
  await signOut(page);
  await expect(page).toHaveURL("/sign-in");
  await fillInSignIn(page, { email, password });
  await expect(page.getByRole("main").getByRole("alert")).toBeVisible();
  await fillInSignIn(page, { email, password: "another long passphrase" });
  await expect(accountMenu(page)).toBeVisible();
});

test("the operator's link sets a new password, once", async ({ page }) => {
  const { email } = await makeUser();
  const made = z.object({ url: z.string() }).parse(await admin("reset-password", "--email", email));
  const { pathname, hash } = new URL(made.url);
  await page.goto(pathname + hash);
  // It may be the first password of an account that the operator has just created.
  await expect(page.getByRole("heading", { name: "Set your password" })).toBeVisible();
  await expect(page.getByText(/^If you have used this account before, this ends/)).toBeVisible();
  await page.getByLabel("New password").fill("another long passphrase");
  await expect(page).toHaveURL("/reset-password");
  await page.getByRole("button", { name: "Set password" }).click();
  await expect(page.getByText("Your password is set.")).toBeVisible();
  await page.getByRole("link", { name: "Sign in" }).click();
  await fillInSignIn(page, { email, password: "another long passphrase" });
  await expect(accountMenu(page)).toBeVisible();

  await page.goto(pathname + hash);
  await expect(page.getByRole("main").getByRole("alert")).toContainText("already used");
  await expect(page.getByLabel("New password")).toHaveCount(0);
  await page.getByRole("link", { name: "Request a new link" }).click();
  await expect(page).toHaveURL("/forgot-password");
});

test("a service without e-mail promises no link", async ({ page }) => {
  await page.goto("/forgot-password");
  await expect(page.getByText("This service sends no e-mail.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Send link" })).toHaveCount(0);
});
