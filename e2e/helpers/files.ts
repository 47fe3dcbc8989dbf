import { expect, type Page } from "@playwright/test";

import { makeUser, signIn } from "./people";
import { makeFilesystem } from "./webhooks";

/** Signs someone in who has a filesystem, and opens its files. */
export async function open(page: Page, organisation: string): Promise<string> {
  const owner = await makeUser(organisation);
  await signIn(page, owner);
  const fsId = await makeFilesystem(page, owner.orgId, "archive");
  await page.goto(`/o/${owner.orgId}/filesystems/${fsId}/files`);
  await expect(page.getByText("This folder is empty.")).toBeVisible();
  // It comes as HTML, and takes what is dropped once its scripts run.
  await expect(page.getByText("Live", { exact: true })).toBeVisible();
  return `/orgs/${owner.orgId}/filesystems/${fsId}`;
}

/** Presses Undo in the toast of this text. */
export const undo = (page: Page, text: string) =>
  page
    .getByRole("paragraph")
    .filter({ hasText: text })
    .last()
    .getByRole("button", { name: "Undo" })
    .click();

/** The button of a row that has this name. */
export const name = (page: Page, text: string) =>
  page.getByRole("button", { name: text, exact: true });
