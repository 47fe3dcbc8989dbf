import path from "node:path/posix";

import { reachEntry } from "@/lib/entries/reach-entry";
import { AppError } from "@/lib/errors";

import { LIMITS } from "./limits";
import { paceHop } from "./pace";
import type { Session } from "./session";
import type { Stage } from "./session";
import { attributesOf, TYPE } from "./wire/attributes";
import { STATUS } from "./wire/protocol";
import type { Attributes } from "./wire/reply";
import { SftpError } from "./wire/sftp-error";

const NEW_FILE_MODE = 0o644;

/** A session, and the signal that the client that asks has left: what only it would learn ends. */
export type Asking = { session: Session; left: AbortSignal };

type Found = { path: string; target: string | null; attributes: Attributes };

/** Whether an error is a refusal with one of these codes. */
export const isRefusal = (error: unknown, ...codes: AppError["code"][]): boolean =>
  error instanceof AppError && codes.includes(error.code);

/**
 * The entry at a path as the session sees it. Symbolic links on the way are followed inside the filesystem, the last
 * one only with `follow`.
 * @throws AppError `path_not_found`, `not_a_directory`; SftpError `noSuchFile` for links in a circle
 */
export async function locate(asking: Asking, start: string, follow: boolean): Promise<Found> {
  const { found } = await walk(asking, start, follow);
  if (found === null) throw new AppError("path_not_found");
  return found;
}

/**
 * The path that symbolic links lead to, as `locate` follows them; perhaps nothing is there.
 * @throws AppError `not_a_directory`; SftpError `noSuchFile` for links in a circle
 */
export const resolvePath = async (asking: Asking, start: string, follow: boolean) =>
  (await walk(asking, start, follow)).path;

// One statement and one point of the rate limit per link, as the walk to each starts at the root again.
async function walk({ session, left }: Asking, start: string, follow: boolean) {
  let at = start;
  for (let hops = 0; hops <= LIMITS.symlinkHops; hops++) {
    if (hops > 0) await paceHop(session, left);
    const { found, link } = await findAt(session, at);
    if (link !== null) at = link;
    else if (follow && found !== null && found.target !== null)
      at = path.resolve(path.dirname(at), found.target);
    else return { path: at, found };
  }
  throw new SftpError(STATUS.noSuchFile, "Too many symbolic links.");
}

/** The attributes of a file that is being written. */
export async function stageAttributes(session: Session, stage: Stage): Promise<Attributes> {
  const found =
    stage.isNew || stage.isGone ? null : (await reachEntry(session.ctx, stage.path)).info;
  const base = found === null ? undefined : attributesOf(found);
  const { uid, gid } = { uid: 0, gid: 0, ...base, ...stage.owner };
  const bits = stage.mode ?? base?.mode ?? NEW_FILE_MODE;
  const modified = stage.modified ?? stage.writtenAt / 1000;
  return { size: stage.content.size(), uid, gid, mode: TYPE.file | bits, modified };
}

type Met = { found: Found | null; link: string | null };

/** What is at a path, or the path to try instead, if a symbolic link is on the way. */
async function findAt(session: Session, at: string): Promise<Met> {
  const stage = session.stages.get(at);
  if (stage !== undefined) {
    const attributes = await stageAttributes(session, stage);
    return { found: { path: at, target: null, attributes }, link: null };
  }
  const { code, depth, target, info } = await reachEntry(session.ctx, at);
  if (code === null)
    return {
      found: { path: at, target: info.link_target, attributes: attributesOf(info) },
      link: null,
    };
  if (code === "path_not_found") return { found: null, link: null };
  if (target === null) throw new AppError("not_a_directory");
  return { found: null, link: throughLink(at, depth, target) };
}

/** A path with its first `depth` names, which are those of a symbolic link, replaced by the link's target. */
function throughLink(at: string, depth: number, target: string): string {
  const names = at.split("/");
  return path.resolve("/", ...names.slice(1, depth), target, ...names.slice(depth + 1));
}
