import { expect, test } from "@playwright/test";
import { z } from "zod";

import { chooseOfKey } from "./helpers/api-keys";
import { addMember } from "./helpers/database";
import { makeUser, signIn } from "./helpers/people";
import { comeBack } from "./helpers/refetch";
import { callAs, makeFilesystem, makeInbox } from "./helpers/webhooks";

const Made = z.object({ id: z.string() });
const NOTHING = /^Nothing was undone/;

test("an edit leaves alone what someone else has changed since it began", async ({ page }) => {
  const owner = await makeUser("Confluence");
  await signIn(page, owner);
  const fsId = await makeFilesystem(page, owner.orgId, "shared");
  const base = `/orgs/${owner.orgId}/filesystems/${fsId}`;
  const webhook = `${base}/webhooks/${await makeInbox(page, base)}`;
  await page.goto(`/o/${webhook.slice("/orgs/".length)}`);
  await expect(page.getByText("Live", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Actions" }).click();
  await page.getByRole("menuitem", { name: "Edit" }).click();
  const dialog = page.getByRole("dialog");
  // The URL of a test inbox isn't there to change.
  await expect(dialog).toContainText("Changing the path prefix drops the pending message");
  await dialog.getByLabel("Description").fill("mine");
  await callAs(page, "patch", webhook, { path_prefix: "/incoming" });
  await expect(page.getByText("Path: /incoming")).toBeVisible();
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toBeHidden();
  expect(await callAs(page, "get", webhook)).toMatchObject({
    path_prefix: "/incoming",
    description: "mine",
  });

  const keys = `/orgs/${owner.orgId}/api-keys`;
  const key = Made.parse(await callAs(page, "post", keys, { name: "ci" }));
  await page.goto(`/o/${owner.orgId}/keys`);
  await chooseOfKey(page, "ci", "Edit key");
  await dialog.getByLabel("Expiration").selectOption("No expiration");
  await callAs(page, "patch", `${keys}/${key.id}`, { name: "theirs" });
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toBeHidden();
  expect(await callAs(page, "get", keys)).toMatchObject([{ name: "theirs", expires_at: null }]);
});

test("a name that is typed stays while others rename, and one that isn't typed undoes nothing", async ({
  page,
}) => {
  const owner = await makeUser("Confluence");
  await signIn(page, owner);
  const organisation = `/orgs/${owner.orgId}`;
  const fsId = await makeFilesystem(page, owner.orgId, "shared");
  await page.goto(`/o/${owner.orgId}/settings`);
  const name = page.getByLabel("Name", { exact: true });
  const renamed = async (to: string) => {
    await callAs(page, "patch", organisation, { name: to });
    await expect(async () => {
      await comeBack(page);
      await expect(page.getByRole("button", { name: to })).toBeVisible({ timeout: 1_000 });
    }).toPass();
  };
  await renamed("Theirs");
  await expect(name).toHaveValue("Theirs");
  await name.fill("Mine");
  await renamed("Theirs again");
  await expect(name).toHaveValue("Mine");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("button", { name: "Mine" })).toBeVisible();
  await renamed("Theirs at last");
  await expect(name).toHaveValue("Theirs at last");

  const filesystem = `${organisation}/filesystems/${fsId}`;
  await page.goto(`/o/${owner.orgId}/filesystems`);
  await page.getByRole("button", { name: "More actions for shared" }).click();
  await page.getByRole("menuitem", { name: "Rename" }).click();
  await callAs(page, "patch", filesystem, { name: "theirs" });
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Rename" }).click();
  await expect(dialog).toBeHidden();
  expect(await callAs(page, "get", filesystem)).toMatchObject({ name: "theirs" });
});

test("an undo leaves alone the access that someone else has taken away since", async ({ page }) => {
  const owner = await makeUser("Confluence");
  await signIn(page, owner);
  const fsId = await makeFilesystem(page, owner.orgId, "shared");
  const keys = `/orgs/${owner.orgId}/api-keys`;
  const { id } = Made.parse(await callAs(page, "post", keys, { name: "ci" }));
  const grants = `/orgs/${owner.orgId}/filesystems/${fsId}/grants`;
  await callAs(page, "put", grants, { api_key_id: id, mode: "rw" });
  await page.goto(`/o/${owner.orgId}/filesystems/${fsId}/access`);
  const access = page.getByLabel("Access for ci");
  await access.selectOption("Read");
  const undo = page.getByRole("button", { name: "Undo" });
  await expect(undo).toBeVisible();
  await callAs(page, "delete", `${grants}/${id}`);
  await undo.click();
  await expect(page.getByText(NOTHING)).toBeVisible();
  await expect(access).toHaveValue("");
  expect(await callAs(page, "get", grants)).toEqual([]);
});

test("an undo leaves alone the role that someone else has given since", async ({ page }) => {
  const [owner, guest] = [await makeUser("Confluence"), await makeUser()];
  await addMember(owner.orgId, guest.email);
  await signIn(page, owner);
  const members = `/orgs/${owner.orgId}/members`;
  const all = z
    .array(z.object({ user_id: z.string(), email: z.string() }))
    .parse(await callAs(page, "get", members));
  const id = all.find(({ email }) => email === guest.email)?.user_id;
  await page.goto(`/o/${owner.orgId}/members`);
  const role = page
    .getByRole("listitem")
    .filter({ hasText: guest.email })
    .getByRole("combobox", { name: /^Role of/ });
  await role.selectOption("Viewer");
  const undo = page.getByRole("button", { name: "Undo" });
  await expect(undo).toBeVisible();
  await callAs(page, "patch", `${members}/${id}`, { role: "admin" });
  await undo.click();
  await expect(page.getByText(NOTHING)).toBeVisible();
  await expect(role).toHaveValue("admin");
  await role.selectOption("Viewer");
  await undo.click();
  await expect(role).toHaveValue("admin");
  await expect(page.getByText(/is now an admin$/)).toBeVisible();
});
