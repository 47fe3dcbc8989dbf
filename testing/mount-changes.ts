import { createHash } from "node:crypto";
import fs from "node:fs/promises";
import path from "node:path";

import type { Random } from "./fuzz/random";
import { exchange, outcomeOf } from "./mount-programs";

/** Few names, so that the changes meet. */
export const NAMES = ["a", "b", "c", "d/a", "d/b", "e/a", "d/e"];
export const FOLDERS = ["d", "e", "d/e"];
/** What a program may get when another one was faster. */
const EXPECTED = new Set([
  "ok",
  "ENOENT",
  "EEXIST",
  "ENOTEMPTY",
  "ENOTDIR",
  "EISDIR",
  "EINVAL",
  "ESTALE",
  // A link to a directory.
  "EPERM",
]);

/** A text that says how long it is and what its hash is. */
export function checkable(random: Random, bytes: number): string {
  const text = String(random.below(1e9)).padEnd(bytes, "x");
  return `${text.length} ${createHash("sha256").update(text).digest("hex")} ${text}`;
}

/** Whether a text is a complete one of `checkable`. */
export function isWhole(text: string): boolean {
  const [size = "", hash, rest = ""] = text.split(" ");
  return Number(size) === rest.length && createHash("sha256").update(rest).digest("hex") === hash;
}

/** Makes one change in a directory. Returns what is wrong with its outcome; null: nothing. */
export async function changeAtRandom(
  directory: string,
  random: Random,
  links = true,
): Promise<string | null> {
  const name = random.pick(NAMES);
  const file = path.join(directory, name);
  const other = path.join(directory, random.pick(NAMES));
  const folder = path.join(directory, random.pick(FOLDERS));
  const change = random.pick<[string, () => Promise<unknown>]>([
    ["write", () => fs.writeFile(file, checkable(random, random.below(20_000)))],
    ["write", () => fs.writeFile(file, checkable(random, random.below(2_000)))],
    ["replace", () => replace(file, checkable(random, 500))],
    ["rename", () => fs.rename(file, other)],
    ["rename a folder", () => fs.rename(folder, path.join(directory, random.pick(FOLDERS)))],
    ["exchange", () => exchanged(file, random.chance(50) ? other : folder)],
    ["link", () => (links ? fs.link(file, other) : fs.chmod(file, 0o644))],
    ["symlink", () => fs.symlink("missing/file", other)],
    ["unlink", () => fs.unlink(file)],
    ["mkdir", () => fs.mkdir(folder)],
    ["rmdir", () => fs.rmdir(folder)],
    ["chmod", () => fs.chmod(file, 0o600 + random.below(64))],
    ["utimes", () => fs.utimes(file, 1, random.below(1_000_000))],
  ]);
  const outcome = (await outcomeOf(change[1]())) ?? "no code";
  return EXPECTED.has(outcome) ? null : `${change[0]} ${name}: ${outcome}`;
}

async function exchanged(one: string, other: string): Promise<void> {
  const code = await exchange(one, other);
  if (code !== "ok") throw Object.assign(new Error(code), { code });
}

/** As editors do. */
async function replace(file: string, text: string): Promise<void> {
  const opened = await fs.open(`${file}.new`, "w");
  try {
    await opened.write(text);
    await opened.sync();
  } finally {
    await opened.close();
  }
  await fs.rename(`${file}.new`, file);
}
