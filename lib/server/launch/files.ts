import { randomBytes } from "node:crypto";
import fs from "node:fs";
import path from "node:path";

import { errorCodeOf } from "@/lib/errors";

/**
 * Writes a file of mode 0600 atomically unless it exists: the first writer wins, even across processes.
 * Returns the content of the file afterwards.
 */
export function writeOnce(file: string, content: string): string {
  const draft = writeDraft(file, content);
  try {
    fs.linkSync(draft, file);
  } catch (error) {
    if (errorCodeOf(error) !== "EEXIST") throw error;
  } finally {
    fs.rmSync(draft, { force: true });
  }
  try {
    return fs.readFileSync(file, "utf8");
  } catch (error) {
    // Removed in between: the caller sees a difference from its own content and retries.
    if (errorCodeOf(error) === "ENOENT") return "";
    throw error;
  }
}

/** Writes a file of mode 0600 atomically, in place of the one that may be there. */
export function replaceFile(file: string, content: string): void {
  fs.renameSync(writeDraft(file, content), file);
}

/** Creates the data directory; `passable` lets other accounts open known names but not list it. */
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
