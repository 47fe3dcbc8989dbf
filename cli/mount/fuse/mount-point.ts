import fs from "node:fs";
import { writeFile } from "node:fs/promises";
import path from "node:path";

import { UsageError } from "@/lib/usage-error";

import { checkDevice, checkDirectory, DEVICE, deviceError, readMounts } from "./check-mount";
import { mountWithFusermount, unmountWithFusermount } from "./fusermount";
import { type Libc, loadLibc, SystemCallError } from "./libc";

/**
 * `fsname` is the source that mount(8) and df(1) show. With `allowOther` all users see the filesystem, subject to its
 * permissions; only root may ask for that. With `mayHide` the directory may have entries, which are hidden.
 */
export type MountOptions = {
  fsname: string;
  readOnly: boolean;
  allowOther: boolean;
  mayHide: boolean;
};

const SUBTYPE = "tidemark";
const MS_RDONLY = 1;
const MS_NOSUID = 2;
const MS_NODEV = 4;
const MNT_FORCE = 1;
const MNT_DETACH = 2;

/**
 * Mounts an empty directory and returns the descriptor of /dev/fuse on which its requests arrive: with mount(2) as
 * root, otherwise through fusermount3. The mount lasts until `unmountFuse` or until the descriptor is closed.
 * @throws UsageError with what to do
 */
export async function mountFuse(directory: string, options: MountOptions): Promise<number> {
  const libc = await loadLibc();
  const target = await checkDirectory(directory, options.mayHide);
  if (isRoot()) return mountAsRoot(libc, target, options);
  if (options.allowOther) throw new UsageError("only root may let other users use a mount");
  await checkDevice();
  return mountWithFusermount(libc, target, [
    `fsname=${escapeOption(options.fsname)}`,
    `subtype=${SUBTYPE}`,
    "nosuid",
    "nodev",
    "default_permissions",
    ...(options.readOnly ? ["ro"] : []),
  ]);
}

/**
 * Takes a mount out of the tree of files, also one whose process has ended. What is open stays usable as long as
 * the process serves it. @throws UsageError if nothing is mounted there
 */
export async function unmountFuse(directory: string): Promise<void> {
  const target = path.resolve(directory);
  return isRoot() ? unmountAsRoot(target, MNT_DETACH) : unmountWithFusermount(target);
}

/**
 * Unmounts, and ends the connection to the process: programs that wait for it fail. A process that is killed may need
 * this to end, as a thread of it can wait in the kernel for a program that waits for the process.
 * @throws UsageError if nothing is mounted there
 */
export async function abortFuse(directory: string): Promise<void> {
  const target = path.resolve(directory);
  if (isRoot()) return unmountAsRoot(target, MNT_FORCE | MNT_DETACH);
  await abortConnection(target);
  await unmountWithFusermount(target);
}

async function unmountAsRoot(target: string, flags: number): Promise<void> {
  const libc = await loadLibc();
  await libc.umount2(target, flags).catch((error: unknown) => {
    throw hasCode(error, "EINVAL") ? new UsageError(`nothing is mounted at ${target}`) : error;
  });
}

// The owner of a mount may do so where the kernel's control filesystem is mounted, which systemd does.
async function abortConnection(target: string): Promise<void> {
  const device = (await readMounts()).get(target);
  const connection = device?.split(":")[1];
  if (connection === undefined) return;
  await writeFile(`/sys/fs/fuse/connections/${connection}/abort`, "1").catch(() => undefined);
}

function mountAsRoot(libc: Libc, target: string, options: MountOptions): number {
  const fd = openDevice();
  const data = [
    `fd=${fd}`,
    "rootmode=40000",
    "user_id=0",
    "group_id=0",
    "default_permissions",
    ...(options.allowOther ? ["allow_other"] : []),
  ];
  const flags = MS_NOSUID | MS_NODEV | (options.readOnly ? MS_RDONLY : 0);
  try {
    libc.mount(options.fsname, target, `fuse.${SUBTYPE}`, flags, data.join(","));
    return fd;
  } catch (error) {
    fs.closeSync(fd);
    throw hasCode(error, "EPERM")
      ? new UsageError("this container may not mount: start it with --cap-add SYS_ADMIN")
      : error;
  }
}

function openDevice(): number {
  try {
    return fs.openSync(DEVICE, "r+");
  } catch (error) {
    throw deviceError(error);
  }
}

const isRoot = () => process.getuid?.() === 0;
const hasCode = (error: unknown, code: string) =>
  error instanceof SystemCallError && error.code === code;

/** fusermount3 separates its options with commas. */
const escapeOption = (text: string) => text.replace(/[\\,]/g, "\\$&");
