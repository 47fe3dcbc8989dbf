import { randomBytes } from "node:crypto";

import type { Locator, Page } from "@playwright/test";
import { z } from "zod";

import { runCommand } from "@/lib/server/admin/run-command";

/** A user with an account, not signed in anywhere yet. */
export type Someone = { email: string; password: string };

/**
 * Returns the output of an admin command. It runs in this process: starting a program for each
 * would dominate the run time.
 */
export async function admin(...args: string[]): Promise<unknown> {
  const { TIDEMARK_E2E_DATA_DIR: dataDir } = process.env;
  const env = { ...process.env, DATABASE_URL: "", TIDEMARK_DATA_DIR: dataDir };
  const { result } = await runCommand(args, env);
  return result;
}

/** Creates a user with the admin command; `organisation` is one that they then own. */
export async function makeUser(organisation?: string): Promise<Someone & { orgId: string }> {
  const email = `ada-${randomBytes(6).toString("hex")}@example.com`;
  const password = randomBytes(18).toString("hex");
  await admin("create-user", "--email", email, "--password", password);
  if (organisation === undefined) return { email, password, orgId: "" };
  const made = await admin("create-org", "--name", organisation, "--owner", email);
  return { email, password, orgId: z.object({ id: z.string() }).parse(made).id };
}

/** Fills in the form on the page and submits it. */
export async function fillInSignIn(page: Page, { email, password }: Someone): Promise<void> {
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
}

/** Signs in on the sign-in page and waits until that is done. */
export async function signIn(page: Page, someone: Someone): Promise<void> {
  await page.goto("/sign-in");
  await fillInSignIn(page, someone);
  await accountMenu(page).waitFor();
}

/** The button of the menu that every page has for a signed-in user. */
export const accountMenu = (page: Page): Locator =>
  page.getByRole("button", { name: /^Account of/ });

/** Signs out from any page. */
export async function signOut(page: Page): Promise<void> {
  await accountMenu(page).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await page.waitForURL(/\/sign-in/);
}
