import fs from "node:fs";
import path from "node:path";

import { UsageError } from "@/lib/usage-error";

import { checkDevice, checkDirectory, DEVICE, deviceError } from "./check-mount";
import { mountWithFusermount, unmountWithFusermount } from "./fusermount";
import { type Libc, loadLibc, SystemCallError } from "./libc";

/**
 * `fsname` is the source that mount(8) and df(1) show. With `allowOther` all users see the filesystem, subject to its
 * permissions; only root may ask for that.
 */
export type MountOptions = { fsname: string; readOnly: boolean; allowOther: boolean };

const SUBTYPE = "tidemark";
const MS_RDONLY = 1;
const MS_NOSUID = 2;
const MS_NODEV = 4;
const MNT_DETACH = 2;

/**
 * Mounts an empty directory and returns the descriptor of /dev/fuse on which its requests arrive: with mount(2) as
 * root, otherwise through fusermount3. The mount lasts until `unmountFuse` or until the descriptor is closed.
 * @throws UsageError with what to do
 */
export async function mountFuse(directory: string, options: MountOptions): Promise<number> {
  const libc = await loadLibc();
  const target = await checkDirectory(directory);
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
  if (!isRoot()) return unmountWithFusermount(target);
  const libc = await loadLibc();
  await libc.umount2(target, MNT_DETACH).catch((error: unknown) => {
    throw hasCode(error, "EINVAL") ? new UsageError(`nothing is mounted at ${directory}`) : error;
  });
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
