import fs from "node:fs";
import path from "node:path";

import { LaunchError } from "./launch-error";

const LIBRARY = "libnss_wrapper.so";
// Debian, Fedora and what was built by hand.
const FOLDERS = [
  "/usr/lib/x86_64-linux-gnu",
  "/usr/lib/aarch64-linux-gnu",
  "/usr/lib64",
  "/usr/lib",
  "/usr/local/lib",
];

/**
 * The variables with which a program finds a name for the user `uid`, who has none in /etc/passwd, as a container's
 * user often has not. Writes `<prefix>.passwd` and `<prefix>.group`, which the caller removes.
 * @throws LaunchError with what to do if nss_wrapper is not installed
 */
export function nameUser(
  { uid, gid }: { uid: number; gid: number },
  prefix: string,
  folders: readonly string[] = FOLDERS,
): Record<"LD_PRELOAD" | "NSS_WRAPPER_PASSWD" | "NSS_WRAPPER_GROUP", string> {
  const library = folders.map((folder) => path.join(folder, LIBRARY)).find(fs.existsSync);
  if (library === undefined)
    throw new LaunchError(
      `user ${uid} has no name, and PostgreSQL needs one: add the user to /etc/passwd or install libnss-wrapper`,
    );
  const passwd = `${prefix}.passwd`;
  const group = `${prefix}.group`;
  fs.writeFileSync(passwd, `tidemark:x:${uid}:${gid}:Tidemark:/:/bin/false\n`, { mode: 0o644 });
  fs.writeFileSync(group, `tidemark:x:${gid}:\n`, { mode: 0o644 });
  return { LD_PRELOAD: library, NSS_WRAPPER_PASSWD: passwd, NSS_WRAPPER_GROUP: group };
}
