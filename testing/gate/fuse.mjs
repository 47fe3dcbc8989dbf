// Whether this machine can mount FUSE filesystems. Node's own modules only, as the gate asks before anything is built.
import { constants } from "node:fs";
import { access, readFile } from "node:fs/promises";
import path from "node:path";

/** Bit of CAP_SYS_ADMIN, without which root cannot mount, as in most containers. */
const SYS_ADMIN = 1n << 21n;

/**
 * Why this machine cannot mount FUSE filesystems; an empty text if it can.
 * @returns {Promise<{ isUsable: boolean, reason: string }>}
 */
export async function hasFuse() {
  const reason = await whyNot();
  return { isUsable: reason === "", reason };
}

async function whyNot() {
  if (process.platform !== "linux") return "not Linux";
  if (!(await canUse("/dev/fuse", constants.R_OK | constants.W_OK)))
    return "no /dev/fuse that we may open";
  if (process.getuid?.() === 0) return (await canMount()) ? "" : "root may not mount here";
  return (await isInstalled("fusermount3")) ? "" : "fusermount3 is not installed";
}

/**
 * Whether the PATH has a program.
 * @param {string} program
 */
export async function isInstalled(program) {
  const folders = (process.env.PATH ?? "").split(path.delimiter);
  const found = folders.map((folder) => canUse(path.join(folder, program), constants.X_OK));
  return (await Promise.all(found)).includes(true);
}

async function canMount() {
  const status = await readFile("/proc/self/status", "utf8");
  const capabilities = BigInt(`0x${/^CapEff:\s*(\w+)$/m.exec(status)?.[1] ?? "0"}`);
  return (capabilities & SYS_ADMIN) !== 0n;
}

/**
 * @param {string} file
 * @param {number} mode
 */
const canUse = (file, mode) =>
  access(file, mode).then(
    () => true,
    () => false,
  );
