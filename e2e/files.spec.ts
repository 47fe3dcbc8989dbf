import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

import { expect, type Page, test } from "@playwright/test";

import { repeats } from "@/testing/repeats";

import { writeAsBackend } from "./helpers/backend";
import { makeUser, signIn } from "./helpers/people";
import { callAs, makeFilesystem, writeFile } from "./helpers/webhooks";

// The list is meant for 100,000; by default there are enough of them to tell a list of rows from a window of rows.
const ENTRIES = repeats(1_500, 100_000);

test.describe.configure({ timeout: 120_000 + ENTRIES * 20 });

const digits = (n: number) => `d${String(n).padStart(6, "0")}`;

/** Signs someone in who has a filesystem, and opens its files. */
async function open(page: Page, organisation: string): Promise<string> {
  const owner = await makeUser(organisation);
  await signIn(page, owner);
  const fsId = await makeFilesystem(page, owner.orgId, "archive");
  await page.goto(`/o/${owner.orgId}/filesystems/${fsId}/files`);
  await expect(page.getByText("This folder is empty.")).toBeVisible();
  return `/orgs/${owner.orgId}/filesystems/${fsId}`;
}

const name = (page: Page, text: string) => page.getByRole("button", { name: text, exact: true });

test("a long directory is a window of rows that scrolls, and keys reach all of it", async ({
  page,
}) => {
  const base = await open(page, "Quay");
  for (const n of [0, 1])
    await callAs(page, "post", `${base}/directories`, { path: `/${digits(n)}` });
  const others = Array.from({ length: ENTRIES - 2 }, (_, n) => `/${digits(n + 2)}`);
  await writeAsBackend(page, base, others);
  await page.reload();
  await expect(name(page, digits(0))).toBeVisible();
  const rows = page.getByRole("list", { name: "Files and folders" }).getByRole("listitem");
  expect(await rows.count()).toBeLessThan(60);

  await page.getByLabel(`Select ${digits(1)}`).check();
  await name(page, digits(0)).focus();
  const scroller = page.getByRole("list", { name: "Files and folders" }).locator("..");
  const worst = await scroller.evaluate(async (element, goal) => {
    let worstMs = 0;
    let last = performance.now();
    for (let still = 0; still < 200; still++) {
      const before = element.scrollTop;
      element.scrollTop += 800;
      if (element.scrollTop !== before) still = 0;
      if (element.scrollTop + element.clientHeight >= goal) break;
      const now = await new Promise<number>((resolve) => requestAnimationFrame(resolve));
      worstMs = Math.max(worstMs, now - last);
      last = now;
    }
    return Math.round(worstMs);
  }, ENTRIES * 41);
  // How long a frame takes says as much of the machine as of the page, so it is notified and not judged.
  console.warn(`longest frame over ${ENTRIES} entries: ${worst} ms`);
  await expect(name(page, digits(ENTRIES - 1))).toBeAttached();
  expect(await rows.count()).toBeLessThan(60);

  // The row that has the focus is there all along, and keys go on from it.
  await expect(name(page, digits(0))).toBeFocused();
  await page.keyboard.press("End");
  await expect(name(page, digits(ENTRIES - 1))).toBeFocused();
  await page.keyboard.press("ArrowUp");
  await expect(name(page, digits(ENTRIES - 2))).toBeFocused();
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowDown");
  await expect(name(page, digits(1))).toBeFocused();
  await expect(page.getByLabel(`Select ${digits(1)}`)).toBeChecked();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(`path=%2F${digits(1)}`));
  await expect(page.getByText("This folder is empty.")).toBeFocused();
});

test("entries are selected and deleted by keys alone, and the focus stays in the list", async ({
  page,
}) => {
  const base = await open(page, "Sluice");
  for (const one of ["a", "b", "c", "d"]) await writeFile(page, base, `/${one}.txt`);
  await expect(name(page, "d.txt")).toBeVisible();
  await name(page, "a.txt").focus();
  await page.keyboard.press("Space");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Space");
  await expect(page.getByText("2 entries selected")).toBeVisible();
  await page.keyboard.press("Delete");
  await expect(name(page, "c.txt")).toBeHidden();
  await expect(name(page, "a.txt")).toBeHidden();
  await expect(name(page, "d.txt")).toBeFocused();
  await page.getByRole("button", { name: "Undo deleting a.txt" }).click();
  await expect(name(page, "a.txt")).toBeVisible();
  await expect(page.getByRole("button", { name: /Undo/ })).toHaveCount(0, { timeout: 15_000 });
  await page.reload();
  await expect(name(page, "b.txt")).toBeVisible();
  await expect(name(page, "c.txt")).toBeHidden();
});

test("an upload asks before it replaces, says how far it is, and can be given up", async ({
  page,
}) => {
  const base = await open(page, "Levee");
  await writeFile(page, base, "/kept.txt");
  await expect(name(page, "kept.txt")).toBeVisible();
  const choose = (file: string, buffer: Buffer) =>
    page
      .getByLabel("Files to upload")
      .setInputFiles([{ name: file, mimeType: "text/plain", buffer }]);
  const content = () => page.request.get(`/api/v1${base}/files?path=/kept.txt`);

  await choose("kept.txt", Buffer.from("new"));
  await expect(page.getByText("File already exists")).toBeVisible();
  expect(await (await content()).text()).toBe("/kept.txt");
  await page.getByRole("button", { name: "Skip kept.txt" }).click();
  await expect(page.getByRole("region", { name: "Uploads" })).toBeHidden();
  await choose("kept.txt", Buffer.from("new"));
  await page.getByRole("button", { name: "Replace kept.txt" }).click();
  await expect(page.getByText("1 file uploaded")).toBeVisible();
  expect(await (await content()).text()).toBe("new");

  const network = await page.context().newCDPSession(page);
  await network.send("Network.enable");
  await network.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: 200_000,
  });
  await choose("large.bin", Buffer.alloc(8_000_000));
  const progress = page.getByRole("progressbar", { name: "Uploading large.bin" });
  await expect(progress).toBeVisible();
  await expect
    .poll(() => progress.evaluate((element) => Number(element.getAttribute("value"))))
    .toBeGreaterThan(0);
  await page.getByRole("button", { name: "Cancel large.bin" }).click();
  await expect(progress).toBeHidden();
  await page.reload();
  await expect(name(page, "kept.txt")).toBeVisible();
  await expect(name(page, "large.bin")).toBeHidden();
});

test("hard links and symbolic links say what they are", async ({ page }) => {
  const base = await open(page, "Groin");
  await writeFile(page, base, "/one.txt");
  await callAs(page, "post", `${base}/files:link`, { target: "/one.txt", path: "/two.txt" });
  await callAs(page, "post", `${base}/files:symlink`, { path: "/three", target: "/one.txt" });
  // An entry that appears moves those below it.
  await expect(name(page, "three")).toBeVisible();
  await page.getByRole("button", { name: "More actions for two.txt" }).click();
  await page.getByRole("menuitem", { name: "Details" }).click();
  await expect(page.getByRole("dialog")).toContainText("2 hard links");
  await page.keyboard.press("Escape");
  await name(page, "three").click();
  await expect(page.getByRole("dialog")).toContainText("Symbolic link");
  await expect(page.getByRole("dialog")).toContainText("/one.txt");
});

test("Back and Forward move through folders, and a phone shows sizes", async ({ page }) => {
  const base = await open(page, "Weir");
  await callAs(page, "post", `${base}/directories`, { path: "/2026/11", parents: true });
  await writeFile(page, base, "/2026/11/report.txt");
  await name(page, "2026").click();
  await name(page, "11").click();
  await expect(name(page, "report.txt")).toBeVisible();
  await page.goBack();
  await expect(name(page, "11")).toBeVisible();
  await page.goBack();
  await expect(name(page, "2026")).toBeVisible();
  await page.goForward();
  await page.goForward();
  await expect(name(page, "report.txt")).toBeVisible();
  await page.setViewportSize({ width: 360, height: 740 });
  await expect(page.getByText("19 B", { exact: false }).locator("visible=true")).toBeVisible();
});

test("a dropped folder is uploaded with everything below it", async ({ page }) => {
  await open(page, "Slipway");
  const folder = path.join(mkdtempSync(path.join(tmpdir(), "tidemark-drop-")), "photos");
  mkdirSync(path.join(folder, "2026", "empty"), { recursive: true });
  writeFileSync(path.join(folder, "cover.txt"), "cover");
  writeFileSync(path.join(folder, "2026", "pier.txt"), "pier");
  const devtools = await page.context().newCDPSession(page);
  for (const type of ["dragEnter", "dragOver", "drop"] as const)
    await devtools.send("Input.dispatchDragEvent", {
      type,
      x: 400,
      y: 300,
      data: { items: [], files: [folder], dragOperationsMask: 1 },
    });
  await expect(page.getByText("2 files uploaded")).toBeVisible();
  await name(page, "photos").click();
  await expect(name(page, "cover.txt")).toBeVisible();
  await name(page, "2026").click();
  await expect(name(page, "pier.txt")).toBeVisible();
});
