import { expect, test } from "@playwright/test";

import { chooseOfKey } from "./helpers/api-keys";
import { makeUser, signIn } from "./helpers/people";
import { refuse, refuseAgain } from "./helpers/refetch";
import { callAs, makeFilesystem, writeFile } from "./helpers/webhooks";

test("what the page shows stays when it can't be read again, above all what is shown once", async ({
  page,
}) => {
  const owner = await makeUser("Breakwater");
  await signIn(page, owner);
  const fsId = await makeFilesystem(page, owner.orgId, "tides");
  await page.goto(`/o/${owner.orgId}/filesystems/${fsId}/mounts`);
  await page.getByRole("button", { name: "New mount" }).click();
  await page.getByRole("button", { name: "Create mount" }).click();
  const ticket = page.getByText(/^tmktk_/);
  await expect(ticket).toBeVisible();
  await refuseAgain(page, new RegExp(`/api/v1/.*/filesystems/${fsId}$`));
  await expect(ticket).toBeVisible();
  await page.getByRole("button", { name: "Done" }).click();
  await expect(page.getByRole("link", { name: "Files", exact: true })).toBeVisible();

  await callAs(page, "post", `/orgs/${owner.orgId}/api-keys`, { name: "ci" });
  await page.goto(`/o/${owner.orgId}/keys`);
  await chooseOfKey(page, "ci", "Rotate secret");
  await refuse(page, /\/api-keys(\?|$)/);
  await page.getByRole("button", { name: "Rotate key" }).click();
  await expect(page.getByText("New secret for ci")).toBeVisible();
  await page.getByRole("button", { name: "Done" }).click();
  await expect(page.getByRole("button", { name: "More actions for ci" })).toBeVisible();

  await page.goto(`/o/${owner.orgId}/members?do=invite`);
  await page.getByLabel("E-mail").fill("grace@example.com");
  // Its answer never comes.
  await page.route(/\/members(\?|$)/, () => undefined);
  await page.getByRole("dialog").getByRole("button", { name: "Invite" }).click();
  await expect(page.getByText(/\/invitation#/)).toBeVisible();
});

test("what was found stays when it can't be looked for again", async ({ page }) => {
  const owner = await makeUser("Breakwater");
  await signIn(page, owner);
  const fsId = await makeFilesystem(page, owner.orgId, "tides");
  await writeFile(page, `/orgs/${owner.orgId}/filesystems/${fsId}`, "/report.txt");
  await page.goto(`/o/${owner.orgId}/filesystems/${fsId}/files?q=report&below=true`);
  const found = page.getByRole("button", { name: /report\.txt$/ }).first();
  await expect(found).toBeVisible();
  await refuseAgain(page, /\/search\?/);
  await expect(found).toBeVisible();
  await expect(page.getByRole("main").getByRole("alert")).toContainText("Too many attempts");
});
