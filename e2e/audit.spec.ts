import { expect, test } from "@playwright/test";

import { addMember, addViews } from "./helpers/database";
import { makeUser, signIn } from "./helpers/people";
import { callAs, makeFilesystem, makeInbox } from "./helpers/webhooks";

test("the audit log shows what was done behind many views, and names who left and what is gone", async ({
  page,
  browser,
}) => {
  const owner = await makeUser("Estuary");
  const guest = await makeUser("Ivo");
  await addMember(owner.orgId, guest.email);
  const elsewhere = await browser.newContext();
  await signIn(await elsewhere.newPage(), guest);
  await elsewhere.close();
  await signIn(page, owner);
  const org = `/orgs/${owner.orgId}`;
  const members = (await callAs(page, "get", `${org}/members`)) as {
    email: string;
    user_id: string;
    name: string;
  }[];
  const { user_id: guestId, name } = members.find(({ email }) => email === guest.email)!;
  const fsId = await makeFilesystem(page, owner.orgId, "archive");
  const base = `${org}/filesystems/${fsId}`;
  await makeInbox(page, base);
  await callAs(page, "patch", base, { keep_mount_deletions: true });
  await callAs(page, "delete", base);
  await callAs(page, "delete", `${org}/members/${guestId}`);
  await addViews(owner.orgId, "Nora");

  await page.goto(`/o/${owner.orgId}/audit`);
  const entries = page.getByRole("list", { name: "Events, newest first" }).locator("> li");
  await expect(entries.first()).toHaveText(
    /Nora \(Tidemark support\) viewed your webhooks 190 times/,
  );
  await expect(entries.nth(1)).toContainText(`removed ${name}`);
  await expect(
    page.getByText("turned on the trash for deletions on mounts of archive"),
  ).toBeVisible();

  const chosen = (label: string) => page.getByLabel(label).getByRole("option", { selected: true });
  await page.getByLabel("Actor").focus();
  await page.getByLabel("Actor").selectOption({ label: `${name} (removed)` });
  await expect(entries.first()).toContainText(name);
  await page.getByLabel("Actor").selectOption({ label: "Tidemark support" });
  await expect(page).toHaveURL(/actor=support/);
  await expect(entries).toHaveCount(1);
  await page.getByRole("button", { name: "Clear" }).click();
  await expect(page).toHaveURL(/audit$|audit\?$/);
  await page.getByLabel("Target").selectOption({ label: "archive (removed)" });
  await expect(entries).toContainText([
    "deleted filesystem archive",
    "turned on the trash",
    "created webhook Test inbox",
    "created filesystem archive",
  ]);
  // By the link in a row, without a choice made before.
  await page.goto(`/o/${owner.orgId}/audit?actor=${guestId}`);
  await expect(chosen("Actor")).toHaveText(`${name} (removed)`);
  await page.goto(`/o/${owner.orgId}/audit?actor=user_Nora`);
  await expect(chosen("Actor")).toHaveText("Nora (Tidemark support)");
});
