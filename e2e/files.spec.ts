import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

import { expect, type Locator, type Page, type Request, test } from "@playwright/test";

import { repeats } from "@/testing/repeats";

import { writeAsBackend } from "./helpers/backend";
import { name, open, undo } from "./helpers/files";
import { callAs, writeFile } from "./helpers/webhooks";

// The list is meant for 100,000; by default there are enough of them to tell a list of rows from a window of rows.
const ENTRIES = repeats(1_500, 100_000);

test.describe.configure({ timeout: 120_000 + ENTRIES * 20 });

const pressed = (page: Page, label: string): Locator =>
  page.getByRole("button", { name: label, pressed: true });

const isCode = (request: Request) => request.url().includes("/_next/static/");

const digits = (n: number) => `d${String(n).padStart(6, "0")}`;

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
  // How long a frame takes says as much of the machine as of the page, so it is printed and not judged.
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
  for (const one of ["a", "b", "c", "d", "x"]) await writeFile(page, base, `/${one}.txt`);
  await expect(name(page, "x.txt")).toBeVisible();
  // A file that appears above the one with the focus must not change which one keys are about.
  await name(page, "x.txt").focus();
  await writeFile(page, base, "/0.txt");
  await expect(name(page, "0.txt")).toBeVisible();
  await expect(name(page, "x.txt")).toBeFocused();
  await page.keyboard.press("Delete");
  await expect(page.getByText("x.txt deleted")).toBeVisible();
  await expect(name(page, "x.txt")).toBeHidden();
  await expect(name(page, "d.txt")).toBeFocused();
  await page.keyboard.press("Home");
  await page.keyboard.press("Delete");
  await expect(page.getByText("0.txt deleted")).toBeVisible();
  await expect(name(page, "a.txt")).toBeFocused();
  const top = (await name(page, "a.txt").boundingBox())?.y;
  await page.keyboard.press("Space");
  await expect(page.getByText("1 item selected")).toBeVisible();
  // No row moves under a pointer that selects several.
  expect((await name(page, "a.txt").boundingBox())?.y).toBe(top);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Space");
  await expect(page.getByText("2 items selected")).toBeVisible();
  await page.keyboard.press("Delete");
  await expect(name(page, "c.txt")).toBeHidden();
  await expect(name(page, "a.txt")).toBeHidden();
  await expect(name(page, "d.txt")).toBeFocused();
  await expect(page.getByText("2 items deleted")).toBeVisible();
  await undo(page, "2 items deleted");
  await expect(name(page, "a.txt")).toBeVisible();
  await expect(name(page, "c.txt")).toBeVisible();
  await name(page, "b.txt").focus();
  await page.keyboard.press("Shift+ArrowDown");
  await expect(page.getByText("2 items selected")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByText("items selected")).toBeHidden();
  // The checkbox has the focus, not the row.
  await page.getByLabel("Select b.txt").click();
  await expect(page.getByText("1 item selected")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByText("1 item selected")).toBeHidden();
  await name(page, "b.txt").focus();
  await page.keyboard.press("Control+a");
  await expect(page.getByText("4 items selected")).toBeVisible();
});

test("many entries are deleted at once, folders with all that is in them", async ({ page }) => {
  const base = await open(page, "Mooring");
  const all = Array.from({ length: 18 }, (_, n) => `f${String(n).padStart(2, "0")}.txt`);
  for (const one of all) await writeFile(page, base, `/${one}`);
  await callAs(page, "post", `${base}/directories`, { path: "/old" });
  await writeFile(page, base, "/old/report.txt");
  await expect(name(page, "f17.txt")).toBeVisible();
  await page.getByLabel("Select f00.txt").check();
  await page.getByLabel("Select f16.txt").click({ modifiers: ["Shift"] });
  await expect(page.getByText("17 items selected")).toBeVisible();
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await expect(page.getByText("17 items deleted")).toBeVisible();
  await page.reload();
  await expect(name(page, "f17.txt")).toBeVisible();
  await expect(name(page, "f00.txt")).toBeHidden();

  await page.getByLabel("Select all").check();
  const [zip] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Download" }).click(),
  ]);
  const unpacked = execFileSync("unzip", ["-p", await zip.path(), "old/report.txt"]);
  expect(unpacked.toString()).toBe("/old/report.txt");
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await expect(page.getByText("2 items deleted")).toBeVisible({ timeout: 15_000 });
  await expect(page.getByText("This folder is empty.")).toBeVisible();
});

test("a folder is filtered, searched below, and sorted with folders first", async ({ page }) => {
  const base = await open(page, "Breakwater");
  await callAs(page, "post", `${base}/directories`, { path: "/z/2026", parents: true });
  await writeFile(page, base, "/Invoice 10.txt");
  await writeFile(page, base, "/invoice 9.txt");
  await writeFile(page, base, "/z/2026/invoice-nested.txt");
  await writeFile(page, base, "/a much longer name.txt");
  await expect(name(page, "Invoice 10.txt")).toBeVisible();
  const names = () => page.locator("button[data-row]").allTextContents();
  await expect
    .poll(names)
    .toEqual(["z", "a much longer name.txt", "invoice 9.txt", "Invoice 10.txt"]);
  await page.getByRole("button", { name: "Size" }).click();
  await expect
    .poll(names)
    .toEqual(["z", "a much longer name.txt", "Invoice 10.txt", "invoice 9.txt"]);
  await expect(page).toHaveURL(/sort=-size/);

  await page.keyboard.press("/");
  await page.keyboard.type("INVOICE");
  await expect.poll(names).toEqual(["Invoice 10.txt", "invoice 9.txt"]);
  // What is not in this folder is looked for below it, unless one says otherwise.
  await page.getByRole("searchbox", { name: "Search files" }).fill("nested");
  await expect(name(page, "invoice-nested.txt")).toBeVisible();
  await expect(pressed(page, "Including subfolders")).toBeVisible();
  await page.getByRole("button", { name: "This folder" }).click();
  await expect(name(page, "invoice-nested.txt")).toBeHidden();
  await page.getByRole("button", { name: "Search subfolders" }).click();
  await expect(name(page, "invoice-nested.txt")).toBeVisible();
  await page.getByRole("searchbox", { name: "Search files" }).fill("invoice");
  await expect(page.getByText("in z/2026")).toBeVisible();
  await expect(page.getByText("3 items found")).toBeVisible();
  await page.getByRole("button", { name: "More actions for invoice-nested.txt" }).click();
  await page.getByRole("menuitem", { name: "Show in folder" }).click();
  await expect(page).toHaveURL(/path=%2Fz%2F2026/);
  await expect(page).not.toHaveURL(/q=/);
  await expect.poll(names).toEqual(["invoice-nested.txt"]);
});

test("what is typed right after a click on New folder is its name", async ({ page }) => {
  await open(page, "Groyne");
  await page.reload();
  await page.mouse.move(0, 0);
  const code = { asked: 0, loaded: 0 };
  page.on("request", (request) => (code.asked += Number(isCode(request))));
  page.on("requestfinished", (request) => (code.loaded += Number(isCode(request))));
  await page.getByRole("button", { name: "New folder" }).hover();
  await expect.poll(() => code.asked > 0 && code.loaded === code.asked).toBe(true);
  // All that the click needs is there before it, on a slow line too.
  await page.route("**/_next/static/**", (route) => route.abort());
  await page.getByRole("button", { name: "New folder" }).click();
  await page.keyboard.type("minutes");
  await page.keyboard.press("Enter");
  await expect(name(page, "minutes")).toBeVisible();
});

test("entries are renamed in place, moved by dragging and by picking a folder", async ({
  page,
}) => {
  const base = await open(page, "Spit");
  await callAs(page, "post", `${base}/directories`, { path: "/in/deeper", parents: true });
  await writeFile(page, base, "/one.txt");
  await writeFile(page, base, "/two.txt");
  await writeFile(page, base, "/in/two.txt");
  await expect(name(page, "two.txt")).toBeVisible();
  await name(page, "one.txt").focus();
  // The name without its ending is selected at once, before the next key.
  await page.keyboard.press("F2");
  await page.keyboard.type("fir");
  // As an input method reports the keys by which it is left.
  for (const key of ["Enter", "Escape"])
    await page
      .getByLabel("New name for one.txt")
      .dispatchEvent("keydown", { key, isComposing: true });
  await page.keyboard.type("st");
  await page.keyboard.press("Enter");
  await expect(name(page, "first.txt")).toBeFocused();
  await undo(page, "Renamed to first.txt");
  await expect(page.getByText("Renamed to one.txt")).toBeVisible();
  await expect(name(page, "one.txt")).toBeVisible();
  await name(page, "one.txt").focus();
  await page.keyboard.press("F2");
  await page.keyboard.type("first");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "More actions for first.txt" }).click();
  await page.getByRole("menuitem", { name: "Rename" }).click();
  const field = page.getByLabel("New name for first.txt");
  await expect(field).toBeFocused();
  await page.keyboard.type("two");
  await page.keyboard.press("Enter");
  await expect(field).toHaveAccessibleDescription("This name is already taken.");
  await expect(field).toBeFocused();
  await page.keyboard.press("Escape");

  await name(page, "first.txt").dragTo(name(page, "in"));
  await undo(page, "1 item moved to /in");
  await expect(page.getByText("1 item moved back")).toBeVisible();
  await name(page, "first.txt").dragTo(name(page, "in"));
  await expect(page.getByText("1 item moved to /in")).toBeVisible();
  await expect(name(page, "first.txt")).toBeHidden();

  await page.getByRole("button", { name: "More actions for two.txt" }).click();
  await page.getByRole("menuitem", { name: "Move to…" }).click();
  const dialog = page.getByRole("dialog", { name: "Move two.txt" });
  await dialog.getByRole("button", { name: "in", exact: true }).click();
  await dialog.getByRole("button", { name: "Move to in" }).click();
  await expect(dialog).toContainText("two.txt already exists there.");
  await dialog.getByRole("button", { name: "Keep both" }).click();
  await expect(dialog).toBeHidden();
  // Undo says why it moves nothing.
  await writeFile(page, base, "/two.txt");
  await undo(page, "1 item moved to /in");
  await expect(
    page.getByText("two (2).txt not moved back. Something else has its old"),
  ).toBeVisible();
  // The folder that is missing is created on the way.
  await page.getByRole("button", { name: "More actions for two.txt" }).click();
  await page.getByRole("menuitem", { name: "Move to…" }).click();
  await dialog.getByRole("button", { name: "New folder" }).click();
  const creating = page.getByRole("dialog", { name: "New folder" });
  await creating.getByLabel("Name", { exact: true }).fill("new/deeper");
  await page.keyboard.press("Enter");
  await dialog.getByRole("button", { name: "Move to deeper" }).click();
  await expect(page.getByText("1 item moved to /new/deeper")).toBeVisible();
  await expect(name(page, "new")).toBeVisible();
  await name(page, "in").click();
  await expect(name(page, "two (2).txt")).toBeVisible();
  await expect(name(page, "first.txt")).toBeVisible();
});

test("a new folder has the folders on the way to it, and a copy beside a file another name", async ({
  page,
}) => {
  const base = await open(page, "Dolphin");
  await writeFile(page, base, "/a.txt");
  await page.getByRole("button", { name: "New folder" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name", { exact: true }).fill("2026/11/invoices");
  await dialog.getByRole("button", { name: "Create folder" }).click();
  await expect(dialog).toBeHidden();
  await expect(name(page, "2026")).toBeFocused();
  await page.getByRole("button", { name: "More actions for a.txt" }).click();
  await page.getByRole("menuitem", { name: "Copy to…" }).click();
  await dialog.getByRole("button", { name: "Copy to root" }).click();
  await expect(dialog).toBeHidden();
  await expect(name(page, "a (2).txt")).toBeVisible();
  await name(page, "2026").click();
  await name(page, "11").click();
  await expect(name(page, "invoices")).toBeVisible();
});

test("what was tried offline is not done later, and a missing filesystem says so", async ({
  page,
}) => {
  const base = await open(page, "Shoal");
  // Without a network, a service on this machine still responds: nothing is held back.
  const goOffline = (isOffline: boolean) =>
    page.evaluate((offline) => {
      if (offline) Object.defineProperty(navigator, "onLine", { value: false, configurable: true });
      else Reflect.deleteProperty(navigator, "onLine");
      window.dispatchEvent(new Event(offline ? "offline" : "online"));
    }, isOffline);
  const checked = page.waitForResponse(/\/api\/v1\/ready$/);
  await goOffline(true);
  await checked;
  await page.getByRole("link", { name: "Usage" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Usage" })).toBeVisible();
  await page.getByRole("link", { name: "Files", exact: true }).click();
  await expect(page.getByText("Live", { exact: true })).toBeVisible();
  await goOffline(false);
  await page.getByRole("button", { name: "New folder" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name", { exact: true }).fill("later");
  await page.context().setOffline(true);
  await dialog.getByRole("button", { name: "Create folder" }).click();
  const failure = dialog.getByRole("alert");
  await expect(failure).toContainText("You're offline");
  await expect(failure).not.toContainText("contact support");
  const mark = page.locator("output").filter({ hasText: /Live|Offline/ });
  await expect(mark).toHaveText("Offline");
  const banner = page.getByText("Reconnecting automatically");
  await expect(banner).toBeVisible();
  await page.context().setOffline(false);
  await expect(page.getByText("Connection restored")).toBeVisible();
  await expect(failure).toBeHidden();
  await expect(banner).toBeHidden();
  await expect(mark).toHaveText("Live");
  await page.keyboard.press("Escape");
  await writeFile(page, base, "/now.txt");
  await page.reload();
  await expect(name(page, "now.txt")).toBeVisible();
  await expect(name(page, "later")).toBeHidden();

  await page.goto(`${page.url().split("?")[0]}?path=/later/nope/x`);
  await expect(page.getByText("This folder doesn't exist or has been deleted.")).toBeVisible();
  await expect(mark.or(page.getByText("Connecting"))).toHaveCount(0);
  await page.getByRole("button", { name: "Go to the top folder" }).click();
  await expect(name(page, "now.txt")).toBeVisible();
  await expect(mark).toHaveText("Live");

  await page.goto(page.url().replace(/fs_\w+/, "fs_01kb3x6v7cf2dsk8xkqz4n5w9a"));
  await expect(page.getByText("This filesystem doesn't exist or has been deleted.")).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Filesystem");
  await expect(page.getByRole("link", { name: "Mounts" })).toHaveCount(0);
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
  await expect(page.getByText("the existing file's contents are lost")).toBeVisible();
  const replace = page.getByRole("button", { name: "Replace kept.txt" });
  await expect(replace).toHaveClass(/text-bad/);
  await replace.click();
  await expect(page.getByText("1 file uploaded")).toBeVisible();
  expect(await (await content()).text()).toBe("new");
  await choose("kept.txt", Buffer.from("other"));
  await page.getByRole("button", { name: "Keep both kept.txt" }).click();
  await expect(name(page, "kept (2).txt")).toBeVisible();
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
  // It goes on, and says so, on other pages of the console.
  await page.getByRole("link", { name: "Usage" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Usage" })).toBeVisible();
  await expect(progress).toBeVisible();
  await page.getByRole("link", { name: "Files", exact: true }).click();
  await expect(name(page, "kept.txt")).toBeVisible();
  await page.getByRole("button", { name: "Cancel large.bin" }).click();
  await expect(progress).toBeHidden();
  await page.reload();
  await expect(name(page, "kept.txt")).toBeVisible();
  await expect(name(page, "large.bin")).toBeHidden();
});

test("many files go a few at a time, and those that failed are sent again", async ({ page }) => {
  await open(page, "Jetty");
  const large = "x".repeat(20_000);
  let refused = 0;
  await page.route("**/files?path=%2Ff*", async (route) => {
    if (route.request().method() !== "PUT" || ++refused > 2) return route.continue();
    return route.fulfill({ status: 507, json: { detail: { code: "storage_full" } } });
  });
  const files = Array.from({ length: 12 }, (_, n) => ({
    name: `f${n}.txt`,
    mimeType: "text/plain",
    buffer: Buffer.from(large),
  }));
  await page.getByLabel("Files to upload").setInputFiles(files);
  await page.getByRole("button", { name: "Retry all 2" }).click();
  await expect(page.getByText("12 files uploaded")).toBeVisible();
  await expect(page.getByText("12 items")).toBeVisible();
});

test("small files go together, and of those that exist the user chooses", async ({ page }) => {
  const base = await open(page, "Groyne");
  for (const kept of ["f1.txt", "f7.txt", "f9.txt"]) await writeFile(page, base, `/${kept}`);
  let requests = 0;
  page.on("request", (request) => {
    if (/\/files[?:]/.test(request.url()) && request.method() !== "GET") requests += 1;
  });
  const files = Array.from({ length: 40 }, (_, n) => ({
    name: `f${n}.txt`,
    mimeType: "text/plain",
    buffer: Buffer.from(n === 0 ? "" : `content ${n} ü`),
  }));
  await page.getByLabel("Files to upload").setInputFiles(files);
  const tray = page.getByRole("region", { name: "Uploads" });
  await expect(tray.getByText("File already exists")).toHaveCount(3);
  expect(requests).toBeLessThan(files.length / 4);
  const loses = tray.getByText("the existing file's contents are lost");
  await expect(loses).toHaveCount(1);
  await expect(tray.getByRole("button", { name: "Replace all 3" })).toHaveClass(/text-bad/);
  await tray.getByRole("button", { name: "Skip f1.txt" }).click();
  await tray.getByRole("button", { name: "Keep both f7.txt" }).click();
  await tray.getByRole("button", { name: "Replace f9.txt" }).click();
  await expect(page.getByText("39 files uploaded")).toBeVisible();
  await expect(page.getByText("41 items")).toBeVisible();
  const contents = ["f0.txt", "f1.txt", "f7.txt", "f7 (2).txt", "f9.txt"].map(async (file) => {
    const response = await page.request.get(`/api/v1${base}/files?path=/${file}`);
    return response.text();
  });
  expect(await Promise.all(contents)).toEqual([
    "",
    "/f1.txt",
    "/f7.txt",
    "content 7 ü",
    "content 9 ü",
  ]);
});

test("uploads wait for a lost connection, and go on by themselves", async ({ page }) => {
  await open(page, "Quoin");
  let isLost = true;
  await page.route(/\/api\/v1\/(ready|.*\/files[?:])/, (route) =>
    isLost ? route.abort() : route.continue(),
  );
  const files = Array.from({ length: 12 }, (_, n) => ({
    name: `g${n}.txt`,
    mimeType: "text/plain",
    buffer: Buffer.from(String(n)),
  }));
  await page.getByLabel("Files to upload").setInputFiles(files);
  const tray = page.getByRole("region", { name: "Uploads" });
  await expect(tray.getByRole("status")).toHaveText(
    "Connection lost. Uploads continue once it's back.",
  );
  await expect(tray.getByRole("button", { name: /^Retry/ })).toHaveCount(0);
  isLost = false;
  await expect(page.getByText("12 files uploaded")).toBeVisible();
  // What fails while the service can be reached is about the file.
  let attempts = 0;
  await page.route("**/files?path=%2Fh*", (route) => {
    attempts += 1;
    return route.abort();
  });
  await page.getByLabel("Files to upload").setInputFiles({ ...files[0]!, name: "h.txt" });
  await expect(tray.getByRole("button", { name: "Retry h.txt" })).toBeVisible();
  expect(attempts).toBe(1);
});

const fileOf = (title: string) => ({
  name: title,
  mimeType: "text/plain",
  buffer: Buffer.from("new"),
});

test("without a network small files wait too; both of one name stay in their folder", async ({
  page,
  context,
}) => {
  const base = await open(page, "Bollard");
  await callAs(page, "post", `${base}/directories`, { path: "/v1.2" });
  await writeFile(page, base, "/v1.2/README");
  await name(page, "v1.2").click();
  await expect(name(page, "README")).toBeVisible();
  await page.getByLabel("Files to upload").setInputFiles(fileOf("first"));
  await expect(name(page, "first")).toBeVisible();
  await context.setOffline(true);
  await page.getByLabel("Files to upload").setInputFiles(["README", "a", "b"].map(fileOf));
  const tray = page.getByRole("region", { name: "Uploads" });
  await expect(tray.getByRole("status").first()).toHaveText(
    "Connection lost. Uploads continue once it's back.",
  );
  await context.setOffline(false);
  await tray.getByRole("button", { name: "Keep both README" }).click();
  await expect(page.getByText("3 files uploaded")).toBeVisible();
  await expect(name(page, "README (2)")).toBeVisible();
});

test("a name that a field cannot show stays as it is unless it is edited", async ({ page }) => {
  const base = await open(page, "Gangway");
  await writeFile(page, base, "/two\nlines");
  await writeFile(page, base, "/ends with ");
  let moves = 0;
  page.on("request", (request) => {
    if (request.url().endsWith("/files:move")) moves += 1;
  });
  for (const shown of [/^two/, /^ends with/]) {
    const row = page.getByRole("button", { name: shown });
    await row.focus();
    await page.keyboard.press("F2");
    await expect(page.getByRole("textbox", { name: /new name/i })).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(row).toBeFocused();
  }
  expect(moves).toBe(0);
});

test("what changes while a further page is on its way stays changed", async ({ page }) => {
  const base = await open(page, "Hawser");
  await writeAsBackend(
    page,
    base,
    Array.from({ length: 1_100 }, (_, n) => `/${digits(n)}`),
  );
  let isHeld = true;
  const held: (() => void)[] = [];
  await page.route(/\/entries\?.*page_token/, async (route) => {
    if (isHeld) await new Promise<void>((resolve) => held.push(resolve));
    await route.continue();
  });
  await page.reload();
  await expect.poll(() => held.length).toBe(1);
  await expect(page.getByText("Live", { exact: true })).toBeVisible();
  await callAs(page, "delete", `${base}/files?path=/${digits(0)}`);
  await expect(name(page, digits(0))).toBeHidden();
  await writeFile(page, base, "/d000000-new");
  await expect(name(page, "d000000-new")).toBeVisible();
  isHeld = false;
  for (const release of held) release();
  await expect(page.getByText("1,100 items")).toBeVisible();
  await expect(name(page, digits(0))).toBeHidden();
  await expect(name(page, "d000000-new")).toBeVisible();
});

test("a link to a file that is gone says so, and a name of dots is refused", async ({ page }) => {
  const base = await open(page, "Staith");
  await writeFile(page, base, "/here.txt");
  const { pathname } = new URL(page.url());
  await page.goto(`${pathname}?show=gone.txt`);
  await expect(page.getByText("gone.txt isn't in this folder.")).toBeVisible();
  await page.getByRole("button", { name: "Dismiss" }).click();
  await expect(page).toHaveURL(pathname);
  await page.getByRole("button", { name: "More actions for here.txt" }).click();
  await page.getByRole("menuitem", { name: "Rename" }).click();
  await page.getByRole("textbox", { name: /here\.txt/ }).fill("..");
  await page.keyboard.press("Enter");
  await expect(page.getByText("A name can't be . or ..")).toBeVisible();
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
  const details = page.getByRole("dialog", { name: "two.txt" });
  await expect(details).toContainText("2 hard links");
  await expect(details).toContainText("0644 rw-r--r--");
  await expect(details).toContainText(/Modified by\s*(?!Not recorded|an? )\w/);
  await expect(details.getByRole("link", { name: "Download" })).toHaveAttribute(
    "href",
    /files\?path=%2Ftwo.txt$/,
  );
  await expect(details.getByRole("button", { name: "Copy as curl" })).toBeVisible();
  await expect(details.getByRole("link", { name: "View changes" })).toHaveAttribute(
    "href",
    /changes\?q=%2Ftwo.txt$/,
  );
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

test("Back closes a preview, and so does Escape without leaving the folder", async ({ page }) => {
  const base = await open(page, "Barrage");
  await callAs(page, "post", `${base}/directories`, { path: "/box" });
  for (const file of ["a", "b"]) await writeFile(page, base, `/box/${file}.txt`);
  const dialog = page.getByRole("dialog");
  await name(page, "box").click();
  await name(page, "a.txt").click();
  await dialog.getByRole("button", { name: "Next file" }).click();
  await expect(dialog).toContainText("2 of 2");
  await page.goBack();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(/path=%2Fbox$/);
  await name(page, "b.txt").click();
  await expect(dialog).toBeVisible();
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await expect(page).toHaveURL(/path=%2Fbox$/);
  await page.goBack();
  await expect(name(page, "box")).toBeVisible();

  // A link to a preview has no folder before it.
  const folder = new URL(page.url()).pathname;
  await page.goto(`${folder}?path=%2Fbox&show=a.txt`);
  await expect(dialog).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page).toHaveURL(/path=%2Fbox$/);
  await page.goBack();
  await expect(dialog).toBeVisible();
});

test("the buttons of a preview stay where they are, and keep the focus", async ({ page }) => {
  const base = await open(page, "Causeway");
  const lines = Array.from({ length: 500 }, (_, n) => `line ${n}`).join("\n");
  const files = { "a.txt": "short", "b.txt": lines, "c.bin": Buffer.alloc(9) };
  for (const [file, content] of Object.entries(files))
    await callAs(page, "put", `${base}/files?path=/${file}`, content, {
      "content-type": "application/octet-stream",
    });
  await name(page, "a.txt").click();
  const dialog = page.getByRole("dialog");
  const next = dialog.getByRole("button", { name: "Next file" });
  const boxes = async () => [
    await next.boundingBox(),
    await dialog.getByRole("button", { name: "Close" }).boundingBox(),
  ];
  await expect(dialog.getByLabel("Contents")).toBeVisible();
  const first = await boxes();
  for (const at of ["2 of 3", "3 of 3"]) {
    await next.click();
    await expect(dialog).toContainText(at);
    await expect(next).toBeFocused();
    expect(await boxes()).toEqual(first);
  }
  await expect(dialog).toContainText("No preview available");
  await page.keyboard.press("ArrowLeft");
  await expect(dialog).toContainText("2 of 3");
  await dialog.getByRole("button", { name: "Copy link" }).click();
  await expect(page.getByText("Copied to the clipboard")).toBeVisible();
  // Its details lie above it, where arrows change nothing.
  await dialog.getByRole("button", { name: "Details" }).click();
  await expect(dialog).toContainText("Node ID");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("Escape");
  await expect(dialog).toContainText("2 of 3");
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(name(page, "a.txt")).toBeFocused();
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

test("a preview shows the file and the next one, and runs nothing that is in it", async ({
  page,
}) => {
  const base = await open(page, "Gangway");
  const put = (file: string, content: string) =>
    callAs(page, "put", `${base}/files?path=${file}`, content, {
      "content-type": "application/octet-stream",
    });
  const attack = "window.top.hacked=1";
  await put("/a.html", `<script>${attack}</script><img src=x onerror="${attack}">`);
  await put(
    "/b.svg",
    `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9" onload="${attack}"><script>${attack}</script></svg>`,
  );
  await put("/c.csv", 'name,total\n"Acme, Inc.",20\n');
  await put("/d.json", '{"id":12345678901234567890}');
  await name(page, "a.html").click();
  const dialog = page.getByRole("dialog");
  await expect(page.getByLabel("Contents")).toContainText("<script>");
  await expect(dialog.getByText("1 of 4")).toBeVisible();
  await dialog.getByRole("button", { name: "Next file" }).click();
  const image = dialog.getByRole("img", { name: "b.svg" });
  await expect.poll(() => image.evaluate((it: HTMLImageElement) => it.naturalWidth)).toBe(9);
  await page.keyboard.press("ArrowRight");
  await expect(dialog.getByRole("cell", { name: "Acme, Inc." })).toBeVisible();
  await page.keyboard.press("ArrowRight");
  await expect(page.getByLabel("Contents").getByRole("code")).toHaveText(
    '{\n  "id": 12345678901234567890\n}',
  );
  await expect(page).toHaveURL(/show=d.json/);
  await page.reload();
  await expect(dialog.getByText("4 of 4")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page).not.toHaveURL(/show=/);
  expect(await page.evaluate(() => "hacked" in window)).toBe(false);
});

test("a right click opens the same menu as the button of the row, where the pointer is", async ({
  page,
}) => {
  const base = await open(page, "Wharf");
  await writeFile(page, base, "/a.txt");
  await writeFile(page, base, "/b.txt");
  await page.getByRole("button", { name: "More actions for b.txt" }).click();
  const items = page.getByRole("menuitem");
  await expect(items.first()).toBeVisible();
  const expected = await items.allTextContents();
  await page.keyboard.press("Escape");
  await expect(items).toHaveCount(0);

  const row = page.getByRole("listitem").filter({ has: name(page, "b.txt") });
  const box = await row.boundingBox();
  await row.click({ button: "right", position: { x: 300, y: 20 } });
  const menu = page.getByRole("menu", { name: "Actions for b.txt" });
  await expect(items).toHaveText(expected);
  const opened = await menu.boundingBox();
  expect(Math.abs((opened?.x ?? 0) - (box?.x ?? 0) - 300)).toBeLessThan(10);
  expect(Math.abs((opened?.y ?? 0) - (box?.y ?? 0) - 20)).toBeLessThan(10);
  await page.getByRole("menuitem", { name: "Rename" }).click();
  await page.getByLabel("New name for b.txt").fill("c.txt");
  await page.keyboard.press("Enter");
  await expect(name(page, "c.txt")).toBeVisible();

  // The second time the code of the dialog is there at once, so that it opens while the menu still has the focus.
  for (const press of [1, 2]) {
    await name(page, "c.txt").click({ button: "right" });
    await page.getByRole("menuitem", { name: "Move to…" }).click();
    await expect(page.getByRole("dialog"), `dialog ${press}`).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(name(page, "c.txt")).toBeFocused();
  }
});
