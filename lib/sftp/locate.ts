import path from "node:path/posix";

import { statEntry } from "@/lib/entries/stat-entry";
import { AppError } from "@/lib/errors";

import { LIMITS } from "./limits";
import type { Session } from "./session";
import type { Stage } from "./session";
import { attributesOf, TYPE } from "./wire/attributes";
import { STATUS } from "./wire/protocol";
import type { Attributes } from "./wire/reply";
import { SftpError } from "./wire/sftp-error";

const NEW_FILE_MODE = 0o644;

type Found = { path: string; target: string | null; attributes: Attributes };

/** Whether an error is a refusal with one of these codes. */
export const isRefusal = (error: unknown, ...codes: AppError["code"][]): boolean =>
  error instanceof AppError && codes.includes(error.code);

/**
 * The entry at a path as the session sees it. Symbolic links on the way are followed inside the filesystem, the last
 * one only with `follow`.
 * @throws AppError `path_not_found`, `not_a_directory`; SftpError `noSuchFile` for links in a circle
 */
export async function locate(session: Session, start: string, follow: boolean): Promise<Found> {
  const { found } = await walk(session, start, follow);
  if (found === null) throw new AppError("path_not_found");
  return found;
}

/**
 * The path that symbolic links lead to, as `locate` follows them; perhaps nothing is there.
 * @throws AppError `not_a_directory`; SftpError `noSuchFile` for links in a circle
 */
export const resolvePath = async (session: Session, start: string, follow: boolean) =>
  (await walk(session, start, follow)).path;

async function walk(session: Session, start: string, follow: boolean) {
  let at = start;
  for (let hops = 0; hops <= LIMITS.symlinkHops; hops++) {
    const found = await findAt(session, at);
    if (found === "blocked") at = await passLink(session, at);
    else if (follow && found !== null && found.target !== null)
      at = path.resolve(path.dirname(at), found.target);
    else return { path: at, found };
  }
  throw new SftpError(STATUS.noSuchFile, "Too many symbolic links.");
}

/** The attributes of a file that is being written. */
export async function stageAttributes(session: Session, stage: Stage): Promise<Attributes> {
  const found = stage.isNew || stage.isGone ? null : await findEntry(session, stage.path);
  const base = found === "blocked" ? undefined : found?.attributes;
  const { uid, gid } = { uid: 0, gid: 0, ...base, ...stage.owner };
  const bits = stage.mode ?? base?.mode ?? NEW_FILE_MODE;
  const modified = stage.modified ?? stage.writtenAt / 1000;
  return { size: stage.content.size(), uid, gid, mode: TYPE.file | bits, modified };
}

async function findAt(session: Session, at: string) {
  const stage = session.stages.get(at);
  if (stage === undefined) return findEntry(session, at);
  return { path: at, target: null, attributes: await stageAttributes(session, stage) };
}

/** Null if nothing is there, `blocked` if something on the way is no directory. */
async function findEntry({ ctx }: Session, at: string): Promise<Found | null | "blocked"> {
  try {
    const entry = await statEntry(ctx, { path: at });
    return { path: at, target: entry.link_target, attributes: attributesOf(entry) };
  } catch (error) {
    if (isRefusal(error, "path_not_found")) return null;
    if (isRefusal(error, "not_a_directory")) return "blocked";
    throw error;
  }
}

/** The path with its first directory that is a symbolic link replaced by the link's target. */
async function passLink(session: Session, at: string): Promise<string> {
  const names = at.split("/");
  for (let depth = 2; depth < names.length; depth++) {
    const directory = names.slice(0, depth).join("/");
    const found = await findEntry(session, directory);
    const rest = names.slice(depth).join("/");
    if (found !== null && found !== "blocked" && found.target !== null)
      return path.resolve(path.dirname(directory), found.target, rest);
  }
  throw new AppError("not_a_directory");
}
