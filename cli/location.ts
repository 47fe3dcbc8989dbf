import { isId } from "@/lib/contract/common";
import { normalisePath, pathProblem } from "@/lib/contract/path";
import { UsageError } from "@/lib/usage-error";

/** A path of a filesystem at the service, in canonical form. */
export type RemoteLocation = { fsId: string; path: string; isDirectory: boolean };
/** A local path, or one of a filesystem. `isDirectory`: it was given with a slash at its end. */
export type Location = RemoteLocation | { fsId: null; path: string; isDirectory: boolean };

const REMOTE = /^(fs_[0-9a-z]+)(?::(.*))?$/s;

/** Reads `fs_…:/path` or a local path, as scp does; a local name that looks like it is written `./fs_…`. @throws UsageError */
export function readLocation(text: string): Location {
  const [, fsId, path] = REMOTE.exec(text) ?? [];
  if (fsId !== undefined && path !== undefined) return toRemote(fsId, path);
  if (text === "") throw new UsageError("a path must not be empty");
  return { fsId: null, path: text, isDirectory: text.endsWith("/") };
}

/** Reads `fs_…:/path`; the id alone is the root directory. @throws UsageError */
export function readRemoteLocation(text: string): RemoteLocation {
  const [, fsId, path = "/"] = REMOTE.exec(text) ?? [];
  if (fsId === undefined) throw new UsageError("name a path of a filesystem, like fs_…:/path");
  return toRemote(fsId, path);
}

/** The last name of a path; empty for a root. */
export const nameOf = (path: string): string => path.split("/").findLast(Boolean) ?? "";

/** The path of a name in a directory of a filesystem. */
export const childOf = (directory: string, name: string): string =>
  normalisePath(`${directory}/${name}`);

/** How a path of a filesystem is written on the command line. */
export const formatLocation = (fsId: string, path: string): string => `${fsId}:${path}`;

function toRemote(fsId: string, text: string): RemoteLocation {
  if (!isId("fs", fsId)) throw new UsageError(`${fsId} is not the id of a filesystem, like fs_…`);
  const path = text.startsWith("/") ? text : `/${text}`;
  const problem = pathProblem(path);
  if (problem !== null)
    throw new UsageError("a path must be valid Unicode of at most 4,096 bytes without . and ..");
  return { fsId, path: normalisePath(path), isDirectory: path.endsWith("/") };
}
