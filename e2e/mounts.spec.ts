import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";

import { expect, test } from "@playwright/test";

import { hasFuse } from "@/testing/fuse/has-fuse";

import { makeUser, signIn } from "./helpers/people";
import { makeFilesystem } from "./helpers/webhooks";

const CLI = path.resolve("bin/tidemark.mjs");
const { isUsable, reason } = await hasFuse();

test("from a new session to a file that was written on the mount", async ({ page }) => {
  test.skip(!isUsable, reason);
  const owner = await makeUser("Quayside");
  await signIn(page, owner);
  const fsId = await makeFilesystem(page, owner.orgId, "shared");
  await page.goto(`/o/${owner.orgId}/filesystems/${fsId}/mounts`);
  await page.getByRole("button", { name: "New mount session" }).click();
  await page.getByLabel("Access").selectOption({ label: "Read and write" });
  await page.getByRole("button", { name: "Create ticket" }).click();
  const command = await page.getByText(/tidemark mount fs_/).innerText();

  const home = mkdtempSync(path.join(os.tmpdir(), "tidemark-mount-"));
  const run = command.replace("tidemark mount", `exec ${process.execPath} ${CLI} mount`);
  const env = { ...process.env, XDG_CACHE_HOME: path.join(home, "cache") };
  const mount = spawn("sh", ["-c", run], { cwd: home, env, stdio: ["ignore", "inherit", "pipe"] });
  let said = "";
  mount.stderr.on("data", (chunk: Buffer) => (said += chunk.toString()));
  try {
    await expect.poll(() => said, { timeout: 30_000 }).toContain("is mounted at");
    writeFileSync(path.join(home, "files", "report.txt"), "written on the mount");
    await page.getByRole("button", { name: "Done" }).click();
    await expect(page.getByText("Active")).toBeVisible();
    await page.getByRole("link", { name: "Files", exact: true }).click();
    await expect(page.getByRole("button", { name: "report.txt", exact: true })).toBeVisible();
  } finally {
    mount.kill("SIGTERM");
    if (mount.exitCode === null) await once(mount, "exit");
    expect(existsSync(path.join(home, "files", "report.txt"))).toBe(false);
    rmSync(home, { recursive: true });
  }
});
