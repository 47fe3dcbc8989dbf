import { type APIRequestContext, expect, test } from "@playwright/test";

import { fillInSignIn, makeUser, signIn } from "./helpers/people";

type Begun = { device_code: string; user_code: string; verification_uri_complete: string };

async function begin(request: APIRequestContext): Promise<Begun> {
  const response = await request.post("/oauth/device_authorization", {
    form: { client_id: "tidemark-cli" },
  });
  expect(response.status()).toBe(200);
  return (await response.json()) as Begun;
}

/** What the client gets when it asks for its tokens. */
async function poll(request: APIRequestContext, { device_code }: Begun) {
  const response = await request.post("/oauth/token", {
    form: {
      grant_type: "urn:ietf:params:oauth:grant-type:device_code",
      client_id: "tidemark-cli",
      device_code,
    },
  });
  return (await response.json()) as { access_token?: string; error?: string };
}

test("a user signs in and approves a client", async ({ page, playwright, baseURL }) => {
  const client = await playwright.request.newContext(baseURL ? { baseURL } : {});
  const ada = await makeUser("Harbour");
  const begun = await begin(client);

  await page.goto(new URL(begun.verification_uri_complete).href.replace(/^https?:\/\/[^/]+/, ""));
  await expect(page).toHaveURL(/\/sign-in\?callbackUrl=/);
  await fillInSignIn(page, ada);
  await expect(page.getByLabel("Code")).toHaveValue(begun.user_code);
  // A link alone goes no further than its own code in the field.
  const go = page.getByRole("button", { name: "Continue" });
  await expect(go).toBeEnabled();
  await expect(page.getByRole("button", { name: "Approve" })).toHaveCount(0);
  await go.click();
  await expect(page.getByRole("heading", { name: "wants to act as you" })).toBeFocused();
  await expect(page.getByText("127.0.0.1").or(page.getByText("::1"))).toBeVisible();
  await page.getByRole("button", { name: "Approve" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("is logged in");

  const { access_token: token } = await poll(client, begun);
  const me = await client.get("/api/v1/me", { headers: { authorization: `Bearer ${token}` } });
  expect(await me.json()).toMatchObject({ email: ada.email });

  await page.goto("/account");
  await page.getByRole("button", { name: /^Revoke Tidemark/ }).click();
  await expect(page.getByText("No command-line logins")).toBeVisible();
  const after = await client.get("/api/v1/me", { headers: { authorization: `Bearer ${token}` } });
  expect(await after.json()).toMatchObject({ detail: { code: "login_ended" } });
  await client.dispose();
});

test("an unexpected client is denied", async ({ page, request }) => {
  const someone = await makeUser();
  await signIn(page, someone);
  const begun = await begin(request);
  await page.goto("/device");
  await expect(page.getByLabel("Code")).toHaveValue("");
  await expect(page.getByLabel("Code")).toBeFocused();
  await expect(page.getByText(`act as you, ${someone.email}`)).toBeVisible();
  await page.keyboard.type("bcdfghjk");
  await expect(page.getByLabel("Code")).toHaveValue("bcdf-ghjk");
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("main").getByRole("alert")).toContainText(
    "No login is waiting for this code",
  );
  await page.getByLabel("Code").fill(begun.user_code.toLowerCase());
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("button", { name: "Deny" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("was denied");
  expect(await poll(request, begun)).toMatchObject({ error: "access_denied" });
});
