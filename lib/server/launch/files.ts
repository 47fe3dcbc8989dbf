import { randomBytes } from "node:crypto";
import fs from "node:fs";
import path from "node:path";

import { codeOf } from "./launch-error";

/**
 * Writes a file of mode 0600 that nobody ever sees half written, unless one of that name exists: the first
 * writer wins, also among processes. Returns the content that stands there afterwards.
 */
export function writeOnce(file: string, content: string): string {
  const draft = writeDraft(file, content);
  try {
    fs.linkSync(draft, file);
  } catch (error) {
    if (codeOf(error) !== "EEXIST") throw error;
  } finally {
    fs.rmSync(draft, { force: true });
  }
  try {
    return fs.readFileSync(file, "utf8");
  } catch (error) {
    // Gone again between the two steps: the caller finds it different from its own and looks once more.
    if (codeOf(error) === "ENOENT") return "";
    throw error;
  }
}

/** Creates the data directory; `passable` lets another account through to a known name, not list it. */
export function makeDataDir(dataDir: string, passable: boolean): void {
  fs.mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const mode = fs.statSync(dataDir).mode & 0o777;
  if (passable && (mode & 0o011) !== 0o011) fs.chmodSync(dataDir, mode | 0o011);
}

function writeDraft(file: string, content: string): string {
  const draft = `${file}.${process.pid}.${randomBytes(4).toString("hex")}`;
  const handle = fs.openSync(draft, "wx", 0o600);
  try {
    fs.writeFileSync(handle, content);
    fs.fsyncSync(handle);
  } catch (error) {
    fs.rmSync(draft, { force: true });
    throw error;
  } finally {
    fs.closeSync(handle);
  }
  return path.resolve(draft);
}
