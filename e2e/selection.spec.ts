import { expect, type Page, test } from "@playwright/test";

import { name, open, undo } from "./helpers/files";
import { callAs, writeFile } from "./helpers/webhooks";

const openMenu = (page: Page, row: string) =>
  page.getByRole("button", { name: `More actions for ${row}`, exact: true }).click();

const choose = (page: Page, item: string) =>
  page.getByRole("menuitem", { name: item, exact: true }).click();

test("the menu of a selected row is about the selection, that of another row about that row only", async ({
  page,
}) => {
  const base = await open(page, "Keel");
  await callAs(page, "post", `${base}/directories`, { path: "/in" });
  for (const one of ["a", "b", "c", "d"]) await writeFile(page, base, `/${one}.txt`);
  await expect(name(page, "d.txt")).toBeVisible();
  for (const one of ["a", "b", "c"]) await page.getByLabel(`Select ${one}.txt`).check();
  await openMenu(page, "d.txt");
  await expect(page.getByRole("menuitem", { name: "Rename" })).toBeVisible();
  await choose(page, "Delete");
  await expect(page.getByText("d.txt deleted")).toBeVisible();
  await expect(page.getByText("3 items selected")).toBeVisible();
  await undo(page, "d.txt deleted");
  await expect(name(page, "d.txt")).toBeVisible();
  await expect(page.getByText("3 items selected")).toBeVisible();

  await openMenu(page, "b.txt");
  const menu = page.getByRole("menu", { name: "Actions for 3 items" });
  await expect(menu.getByText("3 items", { exact: true })).toBeVisible();
  await expect(menu.getByRole("menuitem")).toHaveText([
    "Download as zip",
    "Move to…",
    "Copy to…",
    "Copy paths",
    "Delete 3 items",
  ]);
  await choose(page, "Copy paths");
  await expect(page.getByText("Copied to the clipboard")).toBeVisible();
  await openMenu(page, "a.txt");
  await choose(page, "Copy to…");
  const dialog = page.getByRole("dialog");
  await expect(dialog).toHaveAccessibleName("Copy 3 items");
  await dialog.getByRole("button", { name: "in", exact: true }).click();
  await dialog.getByRole("button", { name: "Copy to in" }).click();
  await expect(page.getByText("3 items copied to /in")).toBeVisible();
  await expect(page.getByText(/selected$/)).toHaveCount(0);

  // What can't be moved at once is asked about, though the row of the menu has gone already.
  for (const one of ["a", "d"]) await page.getByLabel(`Select ${one}.txt`).check();
  await name(page, "d.txt").click({ button: "right" });
  await choose(page, "Move to…");
  await expect(dialog).toHaveAccessibleName("Move 2 items");
  await dialog.getByRole("button", { name: "in", exact: true }).click();
  await dialog.getByRole("button", { name: "Move to in" }).click();
  await expect(dialog).toContainText("a.txt already exists there.");
  await expect(dialog).toContainText("the existing file's contents are lost.");
  await expect(name(page, "d.txt")).toHaveCount(0);
  await dialog.getByRole("button", { name: "Skip" }).click();
  await expect(name(page, "c.txt")).toBeFocused();
  await expect(page.getByText("1 item selected")).toBeVisible();
  await page.getByRole("button", { name: "Move", exact: true }).click();
  await dialog.getByRole("button", { name: "in", exact: true }).click();
  await dialog.getByRole("button", { name: "Move to in" }).click();
  await dialog.getByRole("button", { name: "Keep both" }).click();
  await expect(dialog).toBeHidden();
  await expect(name(page, "a.txt")).toHaveCount(0);
  await expect(name(page, "b.txt")).toBeFocused();
  await expect(page.getByText(/selected$/)).toHaveCount(0);
  await undo(page, "1 item moved to /in");
  await expect(name(page, "a.txt")).toBeVisible();
  await expect(page.getByText(/selected$/)).toHaveCount(0);

  for (const one of ["b", "c"]) await page.getByLabel(`Select ${one}.txt`).check();
  await name(page, "c.txt").click({ button: "right" });
  await choose(page, "Delete 2 items");
  await expect(page.getByText("2 items deleted")).toBeVisible();
  await expect(name(page, "in")).toBeVisible();
});

test("the focus goes to a row near what was deleted or moved, and to what Undo brings back", async ({
  page,
}) => {
  const base = await open(page, "Thwart");
  for (const folder of ["in", "to"])
    await callAs(page, "post", `${base}/directories`, { path: `/${folder}` });
  for (const one of ["a", "b", "c", "d", "e"]) await writeFile(page, base, `/${one}.txt`);
  await expect(name(page, "e.txt")).toBeVisible();

  await openMenu(page, "b.txt");
  await choose(page, "Delete");
  await expect(name(page, "b.txt")).toHaveCount(0);
  await expect(name(page, "c.txt")).toBeFocused();
  await undo(page, "b.txt deleted");
  await expect(name(page, "b.txt")).toBeFocused();

  for (const one of ["c", "d"]) await page.getByLabel(`Select ${one}.txt`).check();
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await expect(name(page, "d.txt")).toHaveCount(0);
  await expect(name(page, "e.txt")).toBeFocused();
  await page.keyboard.press("Delete");
  await expect(name(page, "b.txt")).toBeFocused();
  await expect(page.getByText("e.txt deleted")).toBeVisible();
  await page.keyboard.press("ControlOrMeta+z");
  await expect(name(page, "e.txt")).toBeFocused();

  await openMenu(page, "a.txt");
  await choose(page, "Move to…");
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "in", exact: true }).click();
  await dialog.getByRole("button", { name: "Move to in" }).click();
  await expect(dialog).toBeHidden();
  await expect(name(page, "b.txt")).toBeFocused();
  await undo(page, "1 item moved to /in");
  await expect(name(page, "a.txt")).toBeFocused();

  await name(page, "to").click();
  await expect(page.getByText("This folder is empty.")).toBeFocused();
  await page.goBack();
  await expect(name(page, "to")).toBeFocused();

  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.press("Delete");
  await expect(page.getByText("This folder is empty.")).toBeFocused();
});

test("a name that is edited is saved once its field is left, and Enter opens nothing", async ({
  page,
}) => {
  const base = await open(page, "Transom");
  for (const one of ["one", "two"]) await writeFile(page, base, `/${one}.txt`);
  await expect(name(page, "two.txt")).toBeVisible();
  const elsewhere = page.getByLabel("Select two.txt");

  await name(page, "one.txt").focus();
  await page.keyboard.press("F2");
  await page.keyboard.press("Enter");
  await expect(name(page, "one.txt")).toBeFocused();
  await expect(page).not.toHaveURL(/show=/);

  await page.keyboard.press("F2");
  await page.keyboard.type("first");
  await elsewhere.click();
  await expect(page.getByText("Renamed to first.txt")).toBeVisible();
  await expect(name(page, "first.txt")).toBeVisible();
  await expect(elsewhere).toBeFocused();

  const field = page.getByLabel("New name for first.txt");
  await name(page, "first.txt").focus();
  await page.keyboard.press("F2");
  await page.keyboard.type("two");
  await elsewhere.click();
  await expect(field).toHaveAccessibleDescription("This name is already taken.");
  await expect(elsewhere).toBeFocused();
  await field.fill("a/b");
  await page.keyboard.press("Enter");
  await expect(field).toHaveAccessibleDescription("A name can't contain a slash (/).");
  await page.keyboard.press("Escape");
  await expect(name(page, "first.txt")).toBeFocused();

  // From the menu, which gives the focus back to its button first.
  await openMenu(page, "first.txt");
  await choose(page, "Rename");
  await expect(field).toBeFocused();
  await field.fill("");
  await elsewhere.click();
  await expect(field).toHaveCount(0);
  await expect(name(page, "first.txt")).toBeVisible();
  await expect(elsewhere).toBeFocused();
});

test("a folder to move to is picked by keys, and one that can't be says why", async ({ page }) => {
  const base = await open(page, "Gunwale");
  await callAs(page, "post", `${base}/directories`, { path: "/in/deeper", parents: true });
  await callAs(page, "post", `${base}/directories`, { path: "/other" });
  for (const path of ["/a.txt", "/in/a.txt"]) await writeFile(page, base, path);
  await expect(name(page, "a.txt")).toBeVisible();
  const dialog = page.getByRole("dialog");
  const button = (label: string) => dialog.getByRole("button", { name: label, exact: true });

  await openMenu(page, "a.txt");
  await choose(page, "Move to…");
  await expect(button("in")).toBeFocused();
  await expect(button("Move to root")).toBeDisabled();
  await expect(dialog).toContainText("It's in this folder already. Choose another one.");
  await page.keyboard.press("ArrowDown");
  await expect(button("other")).toBeFocused();
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await expect(button("deeper")).toBeFocused();
  await page.keyboard.press("ArrowUp");
  await expect(button("Parent folder")).toBeFocused();
  await button("Move to in").press("Enter");
  await expect(dialog).toContainText("a.txt already exists there.");
  await expect(button("Keep both")).toBeFocused();
  await expect(button("Move to in")).toHaveCount(0);
  await page.keyboard.press("Enter");
  await expect(page.getByText("1 item moved to /in")).toBeVisible();

  await openMenu(page, "in");
  await choose(page, "Copy to…");
  await expect(button("other")).toBeFocused();
  const itself = dialog.getByRole("button", { name: /^in A folder/ });
  await expect(itself).toHaveAccessibleName("in A folder can't go into itself");
  await expect(itself).toBeDisabled();
  await button("Cancel").click();
  await expect(dialog).toHaveCount(0);
});
