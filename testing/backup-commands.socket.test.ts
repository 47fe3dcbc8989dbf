import { spawnSync } from "node:child_process";
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import os from "node:os";
import path from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

const PAGE = readFileSync(path.resolve(import.meta.dirname, "../docs/operate.md"), "utf8");
const [, SECTION = ""] = /### The embedded database\n(.*?)\n### /s.exec(PAGE) ?? [];
const [BACKUP = "", RESTORE = ""] = [...SECTION.matchAll(/```sh\n(.*?)```/gs)].map(
  ([, block = ""]) => block,
);

let root = "";
beforeEach(() => {
  root = mkdtempSync(path.join(os.tmpdir(), "tidemark-backup-"));
  // As systemd makes it for a service with a user of its own.
  mkdirSync(path.join(root, "var/lib/private/tidemark/secrets"), { recursive: true });
  symlinkSync("private/tidemark", path.join(root, "var/lib/tidemark"));
  writeFileSync(path.join(root, "var/lib/tidemark/secrets/key"), "sealed", { mode: 0o600 });
  mkdirSync(path.join(root, "backup"));
});
afterEach(() => rmSync(root, { recursive: true }));

/** Runs commands of the page below `root`, where `systemctl` only notes its argument. */
function run(block: string) {
  const commands = block.replaceAll(/\/(?=var\/lib|backup)/g, `${root}/`);
  const systemctl = `systemctl() { echo "$1" >> ${root}/noted; }`;
  return spawnSync("sh", ["-c", `${systemctl}\n${commands}`], { encoding: "utf8" });
}
const noted = () => readFileSync(path.join(root, "noted"), "utf8").trim().split("\n");

test("the backup of the page has the files behind the link, and a restore brings them back", () => {
  expect(run(BACKUP)).toMatchObject({ status: 0, stderr: "" });
  expect(noted()).toEqual(["stop", "start"]);
  const [day = ""] = readdirSync(path.join(root, "backup"));
  expect(lstatSync(path.join(root, "backup", day)).isDirectory()).toBe(true);
  expect(readFileSync(path.join(root, "backup", day, "secrets/key"), "utf8")).toBe("sealed");

  rmSync(path.join(root, "var/lib/tidemark/secrets"), { recursive: true });
  expect(run(RESTORE.replace("2026-11-24", day)).status).toBe(0);
  expect(lstatSync(path.join(root, "var/lib/tidemark")).isSymbolicLink()).toBe(true);
  const restored = path.join(root, "var/lib/private/tidemark/secrets/key");
  expect(readFileSync(restored, "utf8")).toBe("sealed");
  expect(statSync(restored).mode & 0o777).toBe(0o600);
});

test("the service runs again after a copy that failed, and the failure shows", () => {
  rmSync(path.join(root, "var/lib/private/tidemark"), { recursive: true });
  expect(run(BACKUP).status).not.toBe(0);
  expect(noted()).toEqual(["stop", "start"]);
});

test("a second backup of a day is not mixed with the first, and stops nothing", () => {
  run(BACKUP);
  rmSync(path.join(root, "noted"));
  expect(run(BACKUP).status).not.toBe(0);
  expect(existsSync(path.join(root, "noted"))).toBe(false);
});
