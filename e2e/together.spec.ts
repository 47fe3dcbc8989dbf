import { expect, test } from "@playwright/test";
import { z } from "zod";

import { chooseOfKey } from "./helpers/api-keys";
import { makeUser, signIn } from "./helpers/people";
import { callAs, makeFilesystem, makeInbox } from "./helpers/webhooks";

const Made = z.object({ id: z.string() });

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
