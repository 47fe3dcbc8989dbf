import { patchEntry } from "@/lib/entries/patch-entry";
import { AppError } from "@/lib/errors";
import { type Handle, pathOf } from "@/lib/sftp/handles";
import { locate, stageAttributes } from "@/lib/sftp/locate";
import { scopesOf } from "@/lib/sftp/moves";
import { at } from "@/lib/sftp/path-order";
import type { Session, Stage } from "@/lib/sftp/session";
import { commitStage, dropStage, loadStage, resizeStage } from "@/lib/sftp/stage";
import { MODE_MASK } from "@/lib/sftp/wire/attributes";
import type { GivenAttributes } from "@/lib/sftp/wire/reader";
import { attributesReply, OK } from "@/lib/sftp/wire/reply";

import { stageOf } from "./files";
import { readPath, type Request } from "./job";

const statBy =
  (follow: boolean): Request =>
  (io, reader) => {
    const path = readPath(reader);
    return {
      scopes: [at(path)],
      writes: false,
      work: async () => attributesReply((await locate(io, path, follow)).attributes),
    };
  };

export const stat = statBy(true);
export const lstat = statBy(false);

export const fstat: Request = (io, reader) => {
  const { session, handles } = io;
  const handle = handles.get(reader.bytes());
  return {
    scopes: scopesOf(session.moves, pathOf(handle)),
    writes: false,
    async work() {
      if (handle.kind === "file" && handle.stage !== null)
        return attributesReply(await stageAttributes(session, handle.stage));
      return attributesReply((await locate(io, handle.path, false)).attributes);
    },
  };
};

const setBy =
  (follow: boolean): Request =>
  (io, reader) => {
    const { session } = io;
    const path = readPath(reader);
    const given = reader.attributes();
    return {
      scopes: [at(path)],
      links: follow ? "all" : "on the way",
      writes: true,
      async work(where) {
        if (follow && (await locate(io, where, false)).target !== null)
          throw new AppError("is_symlink");
        await setAttributes(session, where, given);
        return OK;
      },
    };
  };

export const setstat = setBy(true);
/** lsetstat@openssh.com */
export const lsetstat = setBy(false);

export const fsetstat: Request = ({ session, handles }, reader) => {
  const handle: Handle = handles.get(reader.bytes());
  const given = reader.attributes();
  return {
    scopes: scopesOf(session.moves, pathOf(handle)),
    writes: true,
    async work() {
      if (handle.kind === "file" && given.size !== undefined) await stageOf(session, handle);
      const stage = handle.kind === "file" ? handle.stage : null;
      if (stage === null) await setAttributes(session, handle.path, given);
      else await setOnStage(session, stage, given);
      return OK;
    },
  };
};

async function setAttributes(session: Session, path: string, given: GivenAttributes) {
  const standing = session.stages.get(path);
  if (standing !== undefined) return setOnStage(session, standing, given);
  if (given.size === undefined) return patch(session, path, given);
  const stage = await loadStage(session, path);
  try {
    await setOnStage(session, stage, given);
    await commitStage(session, stage);
  } finally {
    await dropStage(session, stage);
  }
}

async function setOnStage(session: Session, stage: Stage, given: GivenAttributes): Promise<void> {
  if (given.size !== undefined && given.size !== stage.content.size())
    await resizeStage(session, stage, given.size);
  if (!stage.isDirty && !stage.isGone) return patch(session, stage.path, given);
  if (given.mode !== undefined) stage.mode = given.mode & MODE_MASK;
  if (given.owner !== undefined) stage.owner = { ...stage.owner, ...given.owner };
  if (given.modified !== undefined) stage.modified = given.modified;
  // A commit under way has not seen it.
  stage.writes += 1;
}

async function patch({ ctx }: Session, path: string, { mode, owner, modified }: GivenAttributes) {
  const time = modified === undefined ? undefined : new Date(modified * 1000).toISOString();
  if (mode === undefined && owner === undefined && time === undefined) return;
  await patchEntry(ctx, {
    path,
    mode: mode === undefined ? undefined : mode & MODE_MASK,
    ...owner,
    modified_at: time === undefined ? undefined : { at: time, ns: 0 },
    ifMatch: null,
  });
}
