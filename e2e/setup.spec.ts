import { readFile } from "node:fs/promises";
import path from "node:path";

import { expect, test } from "@playwright/test";

import { setupToken } from "@/lib/accounts/setup-token";

import { findBarriers } from "./helpers/barriers";

test("the link of the first start makes an owner once, and keeps its token to itself", async ({
  page,
  browser,
}) => {
  const dataDir = process.env["TIDEMARK_E2E_DATA_DIR"] ?? "";
  const secret = await readFile(path.join(dataDir, "secrets", "NEXTAUTH_SECRET"), "utf8");
  const token = setupToken(secret.trim());
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url(), JSON.stringify(request.headers())));

  // There is no account to sign in with.
  await page.goto("/sign-in?callbackUrl=/account");
  await expect(page).toHaveURL("/");
  await expect(page.getByRole("heading", { level: 1, name: "Tidemark" })).toBeVisible();
  await expect(page.getByRole("heading", { level: 2 }).first()).toHaveText(
    "Create the first account",
  );
  await expect(page.getByText("Open the setup link")).toBeVisible();
  await expect(page.getByRole("link", { name: "Sign in" })).toHaveCount(0);
  for (const part of ["Database", "Delivery queue", "File storage"]) {
    await expect(page.getByRole("listitem").filter({ hasText: part })).toContainText("Operational");
  }

  // Opened before there is an owner, and filled in too late.
  const late = await (await browser.newContext()).newPage();
  await late.goto(`/setup#${token}`);
  await expect(late.getByLabel("Organisation")).toBeFocused();
  for (const colorScheme of ["light", "dark"] as const) {
    await late.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    expect.soft(await findBarriers(late, "html"), `barriers in ${colorScheme}`).toEqual([]);
  }
  await page.goto(`/setup#${token}`);
  await expect(page.getByLabel("Organisation")).toBeFocused();
  await page.getByLabel("Organisation").fill("Harbour");
  await expect(page).toHaveURL("/setup");
  await page.getByLabel("Your name").fill("Ada");
  await page.getByLabel("E-mail").fill("ada@example.com");
  await page.getByLabel("Password").fill("too short");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Must be at least 12 characters long")).toBeVisible();
  await page.getByLabel("Password").fill("a long passphrase");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Harbour");
  expect(asked.join("\n")).not.toContain(token);

  const stranger = await (await browser.newContext()).newPage();
  await stranger.goto(`/setup#${token}`);
  await expect(stranger.getByRole("heading", { level: 1 })).toHaveText("Already set up");
  await expect(stranger.getByRole("textbox")).toHaveCount(0);
  await late.getByLabel("Organisation").fill("Pirates");
  await late.getByLabel("Your name").fill("Eve");
  await late.getByLabel("E-mail").fill("eve@example.com");
  await late.getByLabel("Password").fill("a long passphrase");
  await late.keyboard.press("Enter");
  await expect(late.getByRole("main").getByRole("alert")).toContainText("has an owner already");
  await stranger.getByRole("link", { name: "Go to sign-in" }).click();
  await expect(stranger.getByRole("button", { name: "Sign in" })).toBeVisible();
  await stranger.context().close();
  await late.context().close();
});
