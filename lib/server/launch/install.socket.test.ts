import { spawnSync } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import os from "node:os";
import path from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

import { takeLock } from "./lock";

const checkout = path.resolve(import.meta.dirname, "../../..");
const root = mkdtempSync(path.join(os.tmpdir(), "tidemark-install-"));
const inRoot = (name: string) => path.join(root, name);

// A checkout after `git pull`: the packages are there, and the lock wants another one. Its npm only notes the call.
beforeAll(() => {
  for (const name of ["bin", "data"]) mkdirSync(inRoot(name));
  for (const name of ["bin/install.mjs", "bin/in-use.ts", "tsconfig.json"])
    copyFileSync(path.join(checkout, name), inRoot(name));
  for (const name of ["lib", "node_modules"]) symlinkSync(path.join(checkout, name), inRoot(name));
  const packages = { "node_modules/new": { version: "1.0.0" } };
  writeFileSync(inRoot("package-lock.json"), JSON.stringify({ packages }));
  writeFileSync(inRoot("package.json"), '{"type":"module"}');
  writeFileSync(inRoot("npm.js"), 'import fs from "node:fs"; fs.writeFileSync("installed", "");');
  writeFileSync(inRoot(".env"), "TIDEMARK_DATA_DIR=data\n");
});
afterAll(() => rmSync(root, { recursive: true }));

function install() {
  const source = `(await import("./bin/install.mjs")).installPackages({ development: false })`;
  return spawnSync(process.execPath, ["--input-type=module", "-e", source], {
    cwd: root,
    encoding: "utf8",
    env: { ...process.env, TIDEMARK_DATA_DIR: "", npm_execpath: inRoot("npm.js") },
  });
}

test("packages are not replaced under a service that runs with them", () => {
  const lock = takeLock(inRoot("data/start.lock"));
  const refused = install();
  expect(refused.stderr).toBe(
    `✗ another npm start (process ${process.pid}) runs with packages that have to be replaced; stop it, then try again\n`,
  );
  expect(refused.status).toBe(1);
  expect(existsSync(inRoot("installed"))).toBe(false);

  if ("release" in lock) lock.release();
  expect(install()).toMatchObject({ status: 0, stderr: "" });
  expect(existsSync(inRoot("installed"))).toBe(true);
});
