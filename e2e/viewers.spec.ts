import { expect, test } from "@playwright/test";

import { addMember } from "./helpers/database";
import { makeUser, signIn } from "./helpers/people";
import { makeFilesystem, writeFile } from "./helpers/webhooks";

test("a viewer reads files and webhooks, and is offered nothing that changes them", async ({
  page,
  browser,
}) => {
  const owner = await makeUser("Harbour");
  const viewer = await makeUser();
  await addMember(owner.orgId, viewer.email, "viewer");
  await signIn(page, owner);
  const fsId = await makeFilesystem(page, owner.orgId, "archive");
  await writeFile(page, `/orgs/${owner.orgId}/filesystems/${fsId}`, "/report.txt");

  const theirs = await (await browser.newContext()).newPage();
  await signIn(theirs, viewer);
  await theirs.goto(`/o/${owner.orgId}/filesystems`);
  await expect(theirs.getByRole("link", { name: "archive" }).first()).toBeVisible();
  await expect(theirs.getByRole("button", { name: "New filesystem" })).toHaveCount(0);

  await theirs.goto(`/o/${owner.orgId}/filesystems/${fsId}/files`);
  await expect(theirs.getByRole("button", { name: "report.txt", exact: true })).toBeVisible();
  for (const name of ["New folder", "Upload"])
    await expect(theirs.getByRole("button", { name })).toHaveCount(0);

  await theirs.getByRole("button", { name: "More actions for report.txt" }).click();
  await expect(theirs.getByRole("menuitem")).toHaveText([
    "Preview",
    "Download",
    "Copy path",
    "Copy link",
    "Copy as curl",
    "Details",
  ]);
  await theirs.keyboard.press("Escape");
  await theirs.getByLabel("Select report.txt").check();
  await expect(theirs.getByText("1 item selected")).toBeVisible();
  await expect(theirs.getByRole("link", { name: "Download" })).toBeVisible();
  for (const name of ["Move", "Copy", "Delete"])
    await expect(theirs.getByRole("button", { name, exact: true })).toHaveCount(0);

  await theirs.goto(`/o/${owner.orgId}/filesystems/${fsId}/webhooks`);
  await expect(theirs.getByRole("heading", { name: "Webhooks" })).toBeVisible();
  await expect(
    theirs.getByRole("link", { name: /webhook/i }).filter({ hasText: "Create" }),
  ).toHaveCount(0);
  await theirs.goto(`/o/${owner.orgId}/filesystems/${fsId}/webhooks/new`);
  await expect(theirs.getByText("Viewers can't create webhooks.")).toBeVisible();
  await theirs.context().close();

  // Of a member all of it is offered, from the next page on.
  await page.goto(`/o/${owner.orgId}/members`);
  const row = page.getByRole("listitem").filter({ hasText: viewer.email });
  await row.getByRole("combobox").selectOption("member");
  await expect(page.getByRole("listitem").filter({ hasText: viewer.email })).toContainText(
    "Member",
  );
});
