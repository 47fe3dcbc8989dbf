import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";

import { expect, test } from "vitest";

import { useDelivering } from "./delivering";
import { usePackedCli } from "./packed-cli";

const run = promisify(execFile);
const cli = usePackedCli();
const running = useDelivering();

/** The commands of a section of the guide. */
function commandsOf(guide: string, section: string): string {
  const text = guide.split(/^## /m).find((part) => part.startsWith(`${section}\n`)) ?? "";
  return /```sh\n(.*?)```/s.exec(text)?.[1] ?? "";
}

test("the commands of the guide work in their order", { timeout: 300_000 }, async () => {
  const guide = readFileSync("docs/cli.md", "utf8").replaceAll(
    "hooks.example.com",
    "receiver.test",
  );
  const here = mkdtempSync(path.join(os.tmpdir(), "tidemark-guide-"));
  mkdirSync(path.join(here, "site"));
  writeFileSync(path.join(here, "site/index.html"), "<h1>Hello</h1>");
  writeFileSync(path.join(here, "report.md"), "# Report\n");
  const sections = ["Files", "Sync", "Webhooks"].map((name) => commandsOf(guide, name));
  expect(sections.map((text) => text.split("\n").length > 3)).toEqual([true, true, true]);
  const script = [
    `tidemark() { "${process.execPath}" "${cli.program}" "$@"; }`,
    ...sections,
    'tidemark ls "$FS:/" --recursive --json',
  ].join("\n");
  const { stdout } = await run("bash", ["-ec", script], {
    cwd: here,
    env: {
      ...process.env,
      TIDEMARK_API_URL: running.service.url,
      TIDEMARK_API_KEY: running.tenant.key,
    },
  });
  expect(stdout).toContain("# Report\n");
  const left = JSON.parse(stdout.trim().split("\n").at(-1) ?? "");
  expect(left.map((entry: { path: string }) => entry.path)).toEqual([
    "/2026",
    "/2026/report.md",
    "/site",
    "/site/index.html",
  ]);
  for (const copy of ["backup/report.md", "mirror/index.html"])
    expect(readFileSync(path.join(here, copy), "utf8")).not.toBe("");
  rmSync(here, { recursive: true });
});
