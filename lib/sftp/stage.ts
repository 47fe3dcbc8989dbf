import { checkWrite, type WriteCheck } from "@/lib/entries/check-write";
import { putFile } from "@/lib/entries/put-file";
import { readFile } from "@/lib/entries/read-file";
import { AppError } from "@/lib/errors";

import { countOpen, requireRoom } from "./open-files";
import type { Session, Stage } from "./session";
import { createStageContent } from "./stage-content";

const NEVER = new AbortController().signal;
// Each open file may be as large as any, but not all of them.
const LARGEST_FILES = 2;

/** An empty stage at a path. @throws SftpError `failure` if too many files are open */
export function addStage(session: Session, path: string, known: WriteCheck) {
  requireRoom(session);
  const stage: Stage = {
    path,
    content: createStageContent(session.space),
    mode: null,
    owner: null,
    modified: null,
    writtenAt: session.now(),
    isDirty: true,
    writes: 0,
    isNew: !known.exists,
    isExclusive: false,
    isGone: false,
    holders: 0,
    room: known.room,
    keptUntil: null,
  };
  session.stages.set(path, stage);
  session.contents.add(stage);
  countOpen(session, 1);
  return stage;
}

/** The stage of a file with its content, to change a part of it. @throws AppError of reading the file, `storage_full` */
export async function loadStage(session: Session, path: string): Promise<Stage> {
  const { ctx } = session;
  const { room } = await checkWrite(ctx, path);
  const file = await readFile(ctx, { path });
  const stage = addStage(session, path, { exists: true, room });
  stage.isDirty = false;
  try {
    await makeSpace(session, stage, file.size);
    const content = file.size === 0 ? new Uint8Array() : await file.open();
    if (content instanceof Uint8Array) await stage.content.write(0, content);
    else
      for await (const chunk of content) {
        await makeSpace(session, stage, file.size);
        await stage.content.write(stage.content.size(), chunk);
      }
  } catch (error) {
    await dropStage(session, stage);
    throw error;
  }
  return stage;
}

/** @throws AppError `file_too_large`, a quota's or `storage_full` */
export async function writeStage(session: Session, stage: Stage, offset: number, data: Uint8Array) {
  await makeRoom(session, stage, offset + data.length);
  await stage.content.write(offset, data);
  wrote(session, stage);
}

/** @throws AppError as `writeStage` */
export async function resizeStage(session: Session, stage: Stage, size: number): Promise<void> {
  await makeRoom(session, stage, size);
  await stage.content.truncate(size);
  wrote(session, stage);
}

function wrote({ now }: Session, stage: Stage): void {
  stage.isDirty = true;
  stage.writes += 1;
  stage.writtenAt = now();
  stage.modified = null;
}

async function makeRoom(session: Session, stage: Stage, size: number): Promise<void> {
  const { settings, blobs } = session.ctx.services;
  const limit = settings.maxFileBytes;
  if (size <= stage.content.size()) return;
  if (size > limit) throw new AppError("file_too_large", { limit });
  // What is free may have changed since it was read.
  if (stage.room !== null && size > stage.room.bytes && !stage.isGone)
    stage.room = (await checkWrite(session.ctx, stage.path)).room;
  if (stage.room !== null && size > stage.room.bytes) throw new AppError(stage.room.code);
  await makeSpace(session, stage, size);
  await blobs.refuseWhenFull();
}

async function makeSpace(session: Session, stage: Stage, size: number): Promise<void> {
  const others = [...session.contents].filter((other) => other !== stage);
  const staged = others.reduce((sum, { content }) => sum + content.size(), size);
  if (staged > session.ctx.services.settings.maxFileBytes * LARGEST_FILES)
    throw new AppError("storage_full");
  await session.space.refuseWhenFull();
}

/** Makes the file at the service what the stage is. @throws AppError of the upload */
export async function commitStage({ ctx }: Session, stage: Stage): Promise<void> {
  if (!stage.isDirty || stage.isGone) return;
  const { path, content, mode, owner, modified, writes } = stage;
  const headers = new Headers({ "content-length": String(content.size()) });
  if (stage.isNew && stage.isExclusive) headers.set("if-none-match", "*");
  const time =
    modified === null ? undefined : { at: new Date(modified * 1000).toISOString(), ns: 0 };
  const put = { path, parents: false, mode: mode ?? undefined, ...owner, modified_at: time };
  await putFile(ctx, put, { headers, body: content.body(), signal: NEVER });
  stage.isNew = false;
  stage.isDirty = stage.writes !== writes;
  if (!stage.isDirty) Object.assign(stage, { mode: null, owner: null, modified: null });
}

/**
 * A handle is closed: the last one commits. One that was opened meanwhile, by the new name of a rename, keeps it.
 * @throws AppError of the upload, whose bytes are then dropped
 */
export async function releaseStage(session: Session, stage: Stage): Promise<void> {
  stage.holders -= 1;
  if (stage.holders > 0) return;
  try {
    await commitStage(session, stage);
  } finally {
    if (stage.holders === 0) await dropStage(session, stage);
  }
}

/** Forgets what is not committed. */
export async function dropStage(session: Session, stage: Stage): Promise<void> {
  if (session.stages.get(stage.path) === stage) session.stages.delete(stage.path);
  stage.isGone = true;
  if (session.contents.delete(stage)) countOpen(session, -1);
  await stage.content.close();
}

/** The name of the stage is removed or replaced; handles may go on writing. */
export async function unlinkStage(session: Session, stage: Stage): Promise<void> {
  if (stage.holders === 0) return dropStage(session, stage);
  session.stages.delete(stage.path);
  stage.isGone = true;
}
