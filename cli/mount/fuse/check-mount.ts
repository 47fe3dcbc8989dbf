import { constants } from "node:fs";
import { access, readdir, readFile, realpath } from "node:fs/promises";
import path from "node:path";

import { UsageError } from "@/lib/usage-error";

export const DEVICE = "/dev/fuse";

/** @throws UsageError if /dev/fuse is missing or this user may not open it */
export async function checkDevice(): Promise<void> {
  try {
    await access(DEVICE, constants.R_OK | constants.W_OK);
  } catch (error) {
    throw deviceError(error);
  }
}

/** What to do about an error of opening /dev/fuse. */
export function deviceError(error: unknown): unknown {
  const code = codeOf(error);
  if (["ENOENT", "ENODEV", "ENXIO"].includes(code))
    return new UsageError(
      'this machine has no /dev/fuse: run "modprobe fuse" as root; in a container, start it with --device /dev/fuse',
    );
  if (code === "EACCES")
    return new UsageError('you may not open /dev/fuse: run "chmod 666 /dev/fuse" as root');
  if (code === "EPERM")
    return new UsageError(
      "this container may not open /dev/fuse: start it with --device /dev/fuse --cap-add SYS_ADMIN",
    );
  return error;
}

/**
 * The absolute path of an empty directory to mount on; with `mayHide` it need not be empty. @throws UsageError if it does
 * not exist, is no directory, is not empty, cannot be read, or is a mount point already
 */
export async function checkDirectory(directory: string, mayHide: boolean): Promise<string> {
  // Before anything touches the directory: a filesystem that hangs would hang us.
  if ((await readMounts()).has(path.resolve(directory))) throw mountedError(directory);
  try {
    const target = await realpath(directory);
    if ((await readMounts()).has(target)) throw mountedError(directory);
    if (!mayHide && (await readdir(target)).length > 0)
      throw new UsageError(`${directory} is not empty: choose an empty directory`);
    return target;
  } catch (error) {
    throw directoryError(directory, error);
  }
}

function directoryError(directory: string, error: unknown): unknown {
  const code = codeOf(error);
  if (code === "ENOENT")
    return new UsageError(`${directory} does not exist: run "mkdir -p ${directory}"`);
  if (code === "ENOTDIR") return new UsageError(`${directory} is not a directory`);
  if (code === "EACCES") return new UsageError(`you may not read ${directory}`);
  return code === "ENOTCONN" ? mountedError(directory) : error;
}

const mountedError = (directory: string) =>
  new UsageError(`${directory} is already mounted: unmount it or choose another directory`);

/** What is mounted: the number of the device, as "0:55", by directory. Touches none of them. */
export async function readMounts(): Promise<Map<string, string>> {
  const lines = (await readFile("/proc/self/mountinfo", "utf8")).split("\n");
  const columns = lines.map((line) => line.split(" "));
  return new Map(columns.map((all) => [unescapeOctal(all[4] ?? ""), all[2] ?? ""]));
}

/** Spaces and the like are written as three octal digits. */
const unescapeOctal = (text: string) =>
  text.replace(/\\([0-7]{3})/g, (_, digits: string) => String.fromCharCode(parseInt(digits, 8)));

const codeOf = (error: unknown) =>
  error instanceof Error && "code" in error ? String(error.code) : "";
