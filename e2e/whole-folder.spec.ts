import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

import { expect, type Page, test } from "@playwright/test";

import { makeUser, signIn } from "./helpers/people";
import { callAs, makeFilesystem } from "./helpers/webhooks";

const FILES = 1_000;
const LEVELS = 30;

test.setTimeout(300_000);

/** A folder of files in many levels, with odd names and sizes; returns its path. */
function makeFolder(): string {
  const root = path.join(mkdtempSync(path.join(tmpdir(), "tidemark-folder-")), "survey");
  for (let n = 0; n < FILES; n++) {
    const levels = Array.from({ length: n % LEVELS }, (_, level) => `level ${level + 1}`);
    const folder = path.join(root, ...levels);
    mkdirSync(folder, { recursive: true });
    writeFileSync(path.join(folder, `${n} ünit's (1).dat`), Buffer.alloc((n * 37) % 5_000, n));
  }
  return root;
}

/** The path and SHA-256 of every file below a folder, by path. */
function checksums(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".dat"))
    .map((file) => {
      const hash = createHash("sha256").update(readFileSync(path.join(folder, file)));
      return `${file} ${hash.digest("hex")}`;
    })
    .toSorted();
}

/** Downloads a folder of the list as a zip file, and returns the checksums of what is in it. */
async function downloaded(page: Page, folder: string): Promise<string[]> {
  await page.getByLabel(`Select ${folder}`).check();
  const [zip] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Download" }).click(),
  ]);
  await page.getByLabel(`Select ${folder}`).uncheck();
  const target = mkdtempSync(path.join(tmpdir(), "tidemark-zip-"));
  execFileSync("unzip", ["-q", await zip.path(), "-d", target]);
  return checksums(path.join(target, folder));
}

test("a folder of 1,000 files in 30 levels is uploaded, moved, zipped, trashed and restored, byte for byte", async ({
  page,
}) => {
  const owner = await makeUser("Breakwater");
  await signIn(page, owner);
  const fsId = await makeFilesystem(page, owner.orgId, "archive");
  const base = `/orgs/${owner.orgId}/filesystems/${fsId}`;
  await callAs(page, "post", `${base}/directories`, { path: "/done" });
  await page.goto(`/o/${owner.orgId}/filesystems/${fsId}/files`);
  await expect(page.getByText("Live", { exact: true })).toBeVisible();
  const folder = makeFolder();
  const before = checksums(folder);
  expect(before).toHaveLength(FILES);

  await page.getByLabel("Folder to upload").setInputFiles(folder);
  await expect(page.getByText("1,000 files uploaded")).toBeVisible({ timeout: 120_000 });
  expect(await downloaded(page, "survey")).toEqual(before);

  await page.getByRole("button", { name: "More actions for survey" }).click();
  await page.getByRole("menuitem", { name: "Move to…" }).click();
  const dialog = page.getByRole("dialog", { name: "Move survey" });
  await dialog.getByRole("button", { name: "done", exact: true }).click();
  await dialog.getByRole("button", { name: "Move to done" }).click();
  await expect(dialog).toBeHidden();
  await page.getByRole("button", { name: "done", exact: true }).click();
  expect(await downloaded(page, "survey")).toEqual(before);

  await page.getByRole("button", { name: "More actions for survey" }).click();
  await page.getByRole("menuitem", { name: "Delete folder and contents" }).click();
  await expect(page.getByText("survey deleted")).toBeVisible();
  await page.getByRole("link", { name: "Trash" }).click();
  await page.getByRole("button", { name: "Restore /done/survey", exact: true }).click();
  await expect(page.getByText("Restored to /done/survey")).toBeVisible();
  await page.goto(`/o/${owner.orgId}/filesystems/${fsId}/files?path=/done`);
  expect(await downloaded(page, "survey")).toEqual(before);
});
