import { expect, test } from "@playwright/test";
import { z } from "zod";

import { CLIENT, type IdentityProvider, startIdentityProvider } from "@/testing/identity-provider";

import { submitKey } from "./helpers/api-keys";
import { createOwnService, type OwnService, READY_MS } from "./helpers/own-service";
import { fillInSignIn, signOut } from "./helpers/people";
import { PORTS } from "./helpers/ports";

// Of its own: the shared one has no OpenID Connect provider.
const origin = `http://localhost:${PORTS.singleSignOn}`;
const ada = { email: "ada@example.com", password: "a-password-that-is-long" };
let provider: IdentityProvider;
let service: OwnService;
let orgId = "";

test.use({ baseURL: origin });

test.beforeAll(async () => {
  test.setTimeout(READY_MS);
  provider = await startIdentityProvider();
  service = createOwnService(PORTS.singleSignOn, {
    OIDC_ISSUER: provider.url,
    OIDC_CLIENT_ID: CLIENT.id,
    OIDC_CLIENT_SECRET: CLIENT.secret,
    OIDC_NAME: "Harbour ID",
  });
  await service.start();
  await service.admin("create-user", "--email", ada.email, "--password", ada.password);
  const made = await service.admin("create-org", "--name", "Harbour", "--owner", ada.email);
  orgId = z.object({ id: z.string() }).parse(made).id;
});
test.afterAll(async () => {
  await service?.close();
  await provider?.close();
});

test("a sign-in at the provider confirms nothing until the provider asks again", async ({
  page,
  context,
}) => {
  await page.goto("/sign-in?callbackUrl=/account");
  await fillInSignIn(page, ada);
  await page.getByRole("button", { name: "Connect Harbour ID" }).click();
  await expect(page.getByRole("button", { name: "Disconnect Harbour ID" })).toBeVisible();
  await signOut(page);
  await expect(page).toHaveURL("/sign-in");

  await page.goto(`/sign-in?callbackUrl=/o/${orgId}/keys`);
  await page.getByRole("button", { name: "Continue with Harbour ID" }).click();
  await submitKey(page);
  const dialog = page.getByRole("dialog", { name: "Confirm it's you" });
  const opened = context.waitForEvent("page");
  await dialog.getByRole("button", { name: "Sign in again with Harbour ID" }).click();
  const tab = await opened;
  await expect(tab).toHaveURL("/account");
  await tab.close();
  await dialog.getByRole("button", { name: "Continue", exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText(/^tmk_/)).toBeVisible();
});
