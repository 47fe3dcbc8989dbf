import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";

import { expect, test } from "@playwright/test";
import { z } from "zod";

import { hasFuse, isInstalled } from "@/testing/fuse/has-fuse";

import { makeUser, signIn } from "./helpers/people";
import { callAs, makeFilesystem } from "./helpers/webhooks";

const CLI = path.resolve("bin/tidemark.mjs");
const { isUsable, reason } = await hasFuse();

test("from a new session to a file that was written on the mount", async ({ page }) => {
  test.skip(!isUsable, reason);
  const owner = await makeUser("Quayside");
  await signIn(page, owner);
  const fsId = await makeFilesystem(page, owner.orgId, "shared");
  await page.goto(`/o/${owner.orgId}/filesystems/${fsId}/mounts`);
  await page.getByRole("button", { name: "New mount" }).click();
  await page.getByLabel("Access").selectOption({ label: "Read and write" });
  await page.getByRole("button", { name: "Create mount" }).click();
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
    await expect(page.getByText("Active", { exact: true })).toBeVisible();
    await expect(page.getByText(`${os.hostname()} · tidemark mount · 127.0.0.1`)).toBeVisible();
    // It is written within 30 seconds.
    await expect(page.getByText("0 B read, 20 B written")).toBeVisible({ timeout: 45_000 });
    await page.getByRole("link", { name: "Files", exact: true }).click();
    await expect(page.getByRole("button", { name: "report.txt", exact: true })).toBeVisible();
    await page.getByRole("link", { name: "Mounts", exact: true }).click();
    await page.getByRole("button", { name: `End mount: ${os.hostname()}` }).click();
    const confirm = page.getByRole("dialog", { name: "End this mount?" });
    await expect(confirm).toContainText("can no longer open or save these files");
    await confirm.getByRole("button", { name: "End mount" }).click();
    await expect(page.getByText("No active mounts")).toBeVisible();
    await expect.poll(() => mount.exitCode, { timeout: 30_000 }).not.toBeNull();
  } finally {
    mount.kill("SIGTERM");
    if (mount.exitCode === null) await once(mount, "exit");
    expect(existsSync(path.join(home, "files", "report.txt"))).toBe(false);
    rmSync(home, { recursive: true });
  }
});

test("a change that was made on a mount says whose mount it is", async ({ page, request }) => {
  const owner = await makeUser("Quayside");
  await signIn(page, owner);
  const fsId = await makeFilesystem(page, owner.orgId, "shared");
  const made = await callAs(page, "post", "/mount-sessions", { filesystem_id: fsId, mode: "rw" });
  const { ticket } = z.object({ ticket: z.string() }).parse(made);
  const exchanged = await callAs(page, "post", "/mount-sessions:exchange", {
    ticket,
    machine: "build-7",
  });
  const { password } = z.object({ password: z.string() }).parse(exchanged);
  const base = `/orgs/${owner.orgId}/filesystems/${fsId}`;
  const written = await request.put(`/api/v1${base}/files?path=/report.txt`, {
    headers: { authorization: `Bearer ${password}` },
    data: "written on the mount",
  });
  expect(written.ok()).toBe(true);
  await page.goto(`/o${base.slice("/orgs".length)}/changes`);
  const [name] = owner.email.split("@");
  await expect(page.getByRole("listitem").filter({ hasText: "/report.txt" })).toContainText(
    `by ${name} (mount on build-7)`,
  );
  await page.goto(`/o/${owner.orgId}`);
  await expect(page.getByRole("listitem").filter({ hasText: "/report.txt" })).toContainText(
    `by ${name} (mount on build-7)`,
  );
});

test("from a new session to a file that was sent by sftp", async ({ page }) => {
  test.skip(!(await isInstalled("sftp")), "sftp is not installed");
  const owner = await makeUser("Quayside");
  await signIn(page, owner);
  const fsId = await makeFilesystem(page, owner.orgId, "shared");
  await page.goto(`/o/${owner.orgId}/filesystems/${fsId}/mounts`);
  const shown = page.getByText(/^SHA256:/);
  await expect(shown).toHaveCount(2);
  const fingerprints = await shown.allInnerTexts();
  await page.getByRole("button", { name: "New mount" }).click();
  await page.getByLabel("Access").selectOption({ label: "Read and write" });
  await page.getByRole("button", { name: "Create mount" }).click();
  const ticket = await page.getByText(/^tmktk_/).innerText();
  // Unused it ends with its ticket, not after seven days.
  await expect(page.getByText("ticket expires in 10 minutes")).toBeAttached();
  await page.getByLabel("Connect with").selectOption({ label: "sftp, scp" });
  const command = await page.getByText(/^sftp -P/).innerText();

  const home = mkdtempSync(path.join(os.tmpdir(), "tidemark-sftp-"));
  const at = (name: string) => path.join(home, name);
  writeFileSync(at("report.txt"), "sent by sftp");
  writeFileSync(at("batch"), "put report.txt");
  writeFileSync(at("ask"), `#!/bin/sh\necho ${ticket}\n`, { mode: 0o700 });
  const options = ["StrictHostKeyChecking=no", "BatchMode=no", `UserKnownHostsFile=${at("known")}`];
  // Of several values of an option the first one counts, and -b sets BatchMode.
  const args = ["-F", "none", ...options.flatMap((one) => ["-o", one]), "-b", at("batch")];
  const env = { ...process.env, SSH_ASKPASS: at("ask"), SSH_ASKPASS_REQUIRE: "force" };
  try {
    const [program = "", ...rest] = command.split(" ");
    const sftp = spawn(program, [...args, ...rest], { cwd: home, env, stdio: "inherit" });
    expect((await once(sftp, "exit"))[0]).toBe(0);
    const listed = spawn("ssh-keygen", ["-l", "-f", at("known")]);
    let known = "";
    listed.stdout.on("data", (chunk: Buffer) => (known += chunk.toString()));
    await once(listed, "close");
    expect(fingerprints.filter((one) => known.includes(one))).not.toEqual([]);
  } finally {
    rmSync(home, { recursive: true });
  }
  await page.getByRole("button", { name: "Done" }).click();
  await expect(page.getByText("Active", { exact: true })).toBeVisible();
  await expect(page.getByText(/OpenSSH_.* · 127\.0\.0\.1/)).toBeVisible();
  await expect(page.getByText("0 B read, 12 B written")).toBeVisible({ timeout: 45_000 });
  await page.getByRole("link", { name: "Files", exact: true }).click();
  await expect(page.getByRole("button", { name: "report.txt", exact: true })).toBeVisible();
});

test("a ticket stays on the screen until Done, and an unused mount says what ending it does", async ({
  page,
}) => {
  const owner = await makeUser("Quayside");
  await signIn(page, owner);
  const fsId = await makeFilesystem(page, owner.orgId, "shared");
  await page.goto(`/o/${owner.orgId}/filesystems/${fsId}/mounts`);
  await page.getByRole("button", { name: "New mount" }).click();
  await page.getByRole("button", { name: "Create mount" }).click();
  const ticket = page.getByText(/^tmktk_/);
  await expect(ticket).toBeVisible();
  await page.keyboard.press("Escape");
  await page.mouse.click(5, 5);
  await expect(ticket).toBeVisible();
  await page.getByRole("button", { name: "Done" }).click();
  await expect(ticket).toHaveCount(0);

  await expect(page.getByText("Ticket not used yet")).toBeVisible();
  await page.getByRole("button", { name: "End mount: Waiting for a machine" }).click();
  const confirm = page.getByRole("dialog", { name: "End this mount?" });
  await expect(confirm).toContainText("The ticket stops working.");
  await confirm.getByRole("button", { name: "End mount" }).click();
  await expect(page.getByText("No active mounts")).toBeVisible();
  await page.getByLabel("Show ended mounts").check();
  await expect(page.getByText("Never connected")).toBeVisible();
});
