import os from "node:os";
import path from "node:path";

// A relative XDG_CACHE_HOME is ignored (XDG Base Directory Specification).
function cacheHome(): string {
  const given = process.env["XDG_CACHE_HOME"] ?? "";
  return path.isAbsolute(given) ? given : path.join(os.homedir(), ".cache");
}

/** Where contents of a filesystem are cached, and what is not stored yet. */
export const cacheOf = (filesystemId: string) => path.join(cacheHome(), "tidemark", filesystemId);

/** Where the sockets of running mounts are. */
export const runDirectory = () => path.join(cacheHome(), "tidemark", "run");
