import { expect, type Page, test } from "@playwright/test";

import { open, undo } from "./helpers/files";
import { makeUser, signIn } from "./helpers/people";
import { callAs, makeFilesystem, writeFile } from "./helpers/webhooks";

const name = (page: Page, text: string) => page.getByRole("button", { name: text, exact: true });

/** Deletes an entry of the list by its menu. */
async function remove(page: Page, entry: string, item: string): Promise<void> {
  await page.getByRole("button", { name: `More actions for ${entry}` }).click();
  await page.getByRole("menuitem", { name: item }).click();
  await expect(page.getByText(`${entry} deleted`)).toBeVisible();
}

/** Lets so many requests through, and the next ones once released. */
async function hold(page: Page, url: string, free = 0) {
  let [sent, release] = [0, () => {}];
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(url, async (route) => {
    if (++sent > free) await released;
    await route.continue();
  });
  return { release };
}

test("a folder is deleted, brought back, restored from the trash, and deleted permanently", async ({
  page,
}) => {
  const owner = await makeUser("Sandbank");
  await signIn(page, owner);
  const fsId = await makeFilesystem(page, owner.orgId, "archive");
  const base = `/orgs/${owner.orgId}/filesystems/${fsId}`;
  await callAs(page, "post", `${base}/directories`, { path: "/letters" });
  for (const file of ["/letters/a.txt", "/letters/b.txt", "/note.txt"])
    await writeFile(page, base, file);
  const content = async (path: string) =>
    (await page.request.get(`/api/v1${base}/files?path=${path}`)).text();
  await page.goto(`/o/${owner.orgId}/filesystems/${fsId}/files`);

  await remove(page, "letters", "Delete folder and contents");
  await expect(name(page, "letters")).toBeHidden();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(name(page, "letters")).toBeVisible();
  expect(await content("/letters/a.txt")).toBe("/letters/a.txt");

  await remove(page, "letters", "Delete folder and contents");
  await remove(page, "note.txt", "Delete");
  await page.getByRole("link", { name: "Trash" }).click();
  const items = page.getByRole("list", { name: "Deleted files and folders" });
  await expect(items.getByRole("listitem")).toHaveText([/note\.txt/, /letters.*2 inside/]);
  // The heads of columns are above what is in them.
  const [row] = await items.getByRole("listitem").all();
  for (const [head, cell] of [
    ["From", "/"],
    ["Size", /B$/],
  ] as const) {
    const above = await page.getByRole("button", { name: head, exact: true }).boundingBox();
    const below = await row?.getByText(cell, { exact: true }).boundingBox();
    expect([head, below?.x]).toEqual([head, above?.x]);
  }
  await name(page, "Restore /letters").click();
  await expect(page.getByText("Restored to /letters")).toBeVisible();
  await expect(items.getByRole("listitem")).toHaveCount(1);
  expect(await content("/letters/b.txt")).toBe("/letters/b.txt");

  // Its path is taken by now.
  await writeFile(page, base, "/note.txt");
  await name(page, "Restore /note.txt").click();
  const dialog = page.getByRole("dialog", { name: "note.txt already exists" });
  await expect(dialog.getByLabel("Restore to")).toHaveValue("/note (2).txt");
  await dialog.getByRole("button", { name: "Restore", exact: true }).click();
  await expect(page.getByText("The trash is empty")).toBeVisible();
  expect(await content("/note%20(2).txt")).toBe("/note.txt");

  for (const path of ["/note.txt", "/letters/a.txt", "/letters/b.txt"])
    await callAs(page, "delete", `${base}/files?path=${path}`);
  await page.reload();
  await page.getByLabel("Select /letters/a.txt").check();
  await page.getByRole("button", { name: "Delete permanently", exact: true }).click();
  const confirm = page.getByRole("dialog", { name: "Delete a.txt permanently?" });
  await confirm.getByRole("button", { name: "Delete permanently" }).click();
  await expect(items.getByRole("listitem")).toHaveCount(2);
  await page.getByRole("button", { name: "Empty trash" }).click();
  const empty = page.getByRole("dialog", { name: "Empty the trash?" });
  await expect(empty).toContainText("2 files and folders (23 B) permanently");
  await empty.getByRole("button", { name: "Empty trash" }).click();
  await expect(page.getByText("The trash is empty")).toBeVisible();
  const saved = page.waitForResponse((response) => response.request().method() === "PATCH");
  await page.getByLabel("Keep files deleted through mounts").check();
  expect((await saved).ok()).toBe(true);
  await page.reload();
  await expect(page.getByLabel("Keep files deleted through mounts")).toBeChecked();
});

test("an item replaces what is at its path only where it can", async ({ page }) => {
  const base = await open(page, "Flotsam");
  for (const folder of ["/full", "/bare"]) {
    await callAs(page, "post", `${base}/directories`, { path: folder });
    await writeFile(page, base, `${folder}/a.txt`);
    await callAs(page, "delete", `${base}/files?path=${folder}&recursive=true`);
    await callAs(page, "post", `${base}/directories`, { path: folder });
  }
  await writeFile(page, base, "/full/b.txt");
  await writeFile(page, base, "/note.txt");
  await callAs(page, "delete", `${base}/files?path=/note.txt`);
  await writeFile(page, base, "/note.txt");
  await page.getByRole("link", { name: "Trash" }).click();
  const dialog = page.getByRole("dialog");
  const replace = dialog.getByRole("button", { name: "Replace" });
  const restore = async (path: string) => {
    const listed = page.waitForResponse(/files:stat\?/);
    await name(page, `Restore ${path}`).click();
    await listed;
  };

  await restore("/note.txt");
  await expect(dialog).toContainText("or replace it: the existing file's contents are lost.");
  await replace.click();
  await expect(page.getByText("Restored to /note.txt")).toBeVisible();

  await restore("/bare");
  await expect(dialog).toContainText("or replace the empty folder there.");
  await replace.click();
  await expect(page.getByText("Restored to /bare")).toBeVisible();

  const looked = page.waitForResponse(/entries\?.*limit=1(&|$)/);
  await restore("/full");
  await looked;
  await expect(dialog).toContainText("/full already exists. Restore to another path.");
  await expect(replace).toHaveCount(0);
  await dialog.getByRole("button", { name: "Restore", exact: true }).click();
  await expect(page.getByText("Restored to /full (2)")).toBeVisible();
});

test("the trash is a table that sorts by where things were, when they were deleted and their size", async ({
  page,
}) => {
  const owner = await makeUser("Shoal");
  await signIn(page, owner);
  const fsId = await makeFilesystem(page, owner.orgId, "archive");
  const base = `/orgs/${owner.orgId}/filesystems/${fsId}`;
  await callAs(page, "post", `${base}/directories`, { path: "/letters" });
  // A file contains its path, so the longest one is the largest.
  for (const path of ["/letters/b.txt", "/a-long-name.txt", "/c.txt"]) {
    await writeFile(page, base, path);
    await callAs(page, "delete", `${base}/files?path=${path}`);
  }
  await page.goto(`/o/${owner.orgId}/filesystems/${fsId}/trash`);
  const items = page.getByRole("list", { name: "Deleted files and folders" }).getByRole("listitem");
  await expect(items).toHaveText([/c\.txt/, /a-long-name/, /b\.txt\/letters/]);
  const head = (column: string) => page.getByRole("button", { name: new RegExp(`^${column}`) });
  await head("Name").click();
  await expect(items).toHaveText([/a-long-name/, /b\.txt/, /c\.txt/]);
  await head("From").click();
  await expect(items.first()).toHaveText(/b\.txt/);
  await head("Size").click();
  await expect(items).toHaveText([/a-long-name/, /b\.txt/, /c\.txt/]);
  await expect(page).toHaveURL(/\/trash\?sort=-size$/);
  await page.reload();
  await expect(items.first()).toHaveText(/a-long-name/);
  await head("Deleted").click();
  await expect(page).toHaveURL(/\/trash$/);
  await expect(items.last()).toHaveText(/b\.txt/);
  // What is deleted elsewhere meanwhile.
  await writeFile(page, base, "/late.txt");
  await callAs(page, "delete", `${base}/files?path=/late.txt`);
  await expect(items).toHaveCount(4, { timeout: 15_000 });
  await expect(items.first()).toHaveText(/late\.txt/);
});

test("Undo of a large deletion says how far it is, asks before the page is left, and what stayed", async ({
  page,
}) => {
  const base = await open(page, "Jetsam");
  const changes = Array.from({ length: 300 }, (_, n) => ({
    op: "put",
    path: `/f${n}.txt`,
    content: "",
  }));
  await callAs(page, "post", `${base}/files:batch`, { changes });
  await page.reload();
  const asksToStay = () =>
    page.evaluate(() => !window.dispatchEvent(new Event("beforeunload", { cancelable: true })));
  const removals = await hold(page, "**/files:batch");
  await page.getByLabel("Select all").check();
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await expect(page.getByText("Deleting 300 items…")).toBeVisible();
  expect(await asksToStay()).toBe(true);
  removals.release();
  await expect(page.getByText("300 items deleted")).toBeVisible();
  await expect(page.getByText("Deleting 300 items…")).toHaveCount(0);
  expect(await asksToStay()).toBe(false);

  const restores = await hold(page, "**/trash/*:restore", 120);
  await undo(page, "300 items deleted");
  await expect(page.getByText("Restoring 120 of 300…")).toBeVisible();
  expect(await asksToStay()).toBe(true);
  await page.route("**/trash/*:restore", (route) => route.abort());
  restores.release();
  await expect(
    page.getByText("124 of 300 items restored. 176 still in the trash", { exact: true }),
  ).toBeVisible();
  await expect(page.getByText(/^Restoring/)).toHaveCount(0);
  expect(await asksToStay()).toBe(false);

  await page.unrouteAll();
  await page.getByRole("link", { name: "Trash" }).click();
  await expect(page.getByRole("list", { name: "Deleted files and folders" })).toBeVisible();
  await page.getByLabel("Select all").check();
  await page.getByRole("button", { name: "Restore", exact: true }).click();
  await expect(page.getByText("The trash is empty")).toBeVisible();
});

test("all of a trash of several pages is searched, and selected at once", async ({ page }) => {
  const owner = await makeUser("Shoal");
  await signIn(page, owner);
  const fsId = await makeFilesystem(page, owner.orgId, "archive");
  const base = `/orgs/${owner.orgId}/filesystems/${fsId}`;
  const changes = Array.from({ length: 300 }, (_, n) => ({
    op: "put",
    path: `/f${n}.txt`,
    content: "",
  }));
  await callAs(page, "post", `${base}/files:batch`, { changes });
  await page.goto(`/o/${owner.orgId}/filesystems/${fsId}/files`);
  await page.getByLabel("Select all").check();
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await expect(page.getByText("300 items deleted")).toBeVisible();
  await page.getByRole("link", { name: "Trash" }).click();
  const rows = page.getByRole("list", { name: "Deleted files and folders" }).getByRole("listitem");
  await expect(rows).toHaveCount(100);
  await page.getByLabel("Search by path").fill("f0.");
  await expect(rows).toHaveText([/f0\.txt/]);
  // What is selected stays so in the next search.
  await page.getByLabel("Select /f0.txt").check();
  await page.getByLabel("Search by path").fill("f1.");
  await page.getByLabel("Select /f1.txt").check();
  await page.getByLabel("Search by path").fill("");
  await expect(page.getByText("2 items selected")).toBeVisible();
  await page.getByLabel("Search by path").fill("nothing");
  await expect(page.getByText("No paths in the trash contain “nothing”")).toBeVisible();
  await page.goto(`/o/${owner.orgId}/filesystems/${fsId}/trash`);
  await page.getByLabel("Select all").check();
  await expect(page.getByText("300 items selected")).toBeVisible();
  await page.getByLabel("Select /f7.txt").uncheck();
  await expect(page.getByText("299 items selected")).toBeVisible();
  await page.getByRole("button", { name: "Delete permanently", exact: true }).click();
  const confirm = page.getByRole("dialog", { name: "Delete 299 items permanently?" });
  await confirm.getByRole("button", { name: "Delete permanently" }).click();
  await expect(page.getByText("299 items deleted permanently")).toBeVisible();
  await expect(rows).toHaveText([/f7\.txt/]);
  await expect(page.getByText(/selected/)).toHaveCount(0);
});
