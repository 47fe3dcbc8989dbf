import { LinkTarget } from "@/lib/contract/transfers";
import { deleteEntry } from "@/lib/entries/delete-entry";
import { linkFile } from "@/lib/entries/link-file";
import { makeDirectory } from "@/lib/entries/make-directory";
import { makeSymlink } from "@/lib/entries/make-symlink";
import { moveEntry } from "@/lib/entries/move-entry";
import { locate, resolvePath } from "@/lib/sftp/locate";
import { at, below, isWithin } from "@/lib/sftp/path-order";
import type { Session, Stage } from "@/lib/sftp/session";
import { commitStage, unlinkStage } from "@/lib/sftp/stage";
import { isDirectory, NEW_MODE_MASK } from "@/lib/sftp/wire/attributes";
import { STATUS } from "@/lib/sftp/wire/protocol";
import { namesReply, OK } from "@/lib/sftp/wire/reply";
import { SftpError } from "@/lib/sftp/wire/sftp-error";

import { readPath, type Request } from "./job";

const NEW_DIRECTORY_MODE = 0o755;

// What waits for its session after a cut is half a file.
const commitOpen = async (session: Session, stage: Stage): Promise<void> => {
  if (stage.holders > 0) await commitStage(session, stage);
};

const stagesIn = ({ stages }: Session, top: string): Stage[] =>
  [...stages.values()].filter(({ path }) => isWithin(path, top));

export const remove: Request = (io, reader) => {
  const { session } = io;
  const asked = readPath(reader);
  return {
    scopes: [at(asked)],
    links: "on the way",
    writes: true,
    async work(path) {
      const { mode } = (await locate(io, path, false)).attributes;
      if (isDirectory(mode)) throw new SftpError(STATUS.failure, "It is a directory.");
      const stage = session.stages.get(path);
      if (stage === undefined || !stage.isNew)
        await deleteEntry(session.ctx, { path, recursive: false, ifMatch: null });
      if (stage !== undefined) await unlinkStage(session, stage);
      return OK;
    },
  };
};

export const rmdir: Request = (io, reader) => {
  const { session } = io;
  const asked = readPath(reader);
  return {
    scopes: [below(asked)],
    links: "on the way",
    writes: true,
    async work(path) {
      const { mode } = (await locate(io, path, false)).attributes;
      if (!isDirectory(mode)) throw new SftpError(STATUS.failure, "It is not a directory.");
      if (stagesIn(session, path).length > 0)
        throw new SftpError(STATUS.failure, "The directory is not empty.");
      await deleteEntry(session.ctx, { path, recursive: false, ifMatch: null });
      return OK;
    },
  };
};

export const mkdir: Request = ({ session }, reader) => {
  const asked = readPath(reader);
  const { mode = NEW_DIRECTORY_MODE } = reader.attributes();
  return {
    scopes: [at(asked)],
    links: "on the way",
    writes: true,
    async work(path) {
      await makeDirectory(session.ctx, { path, parents: false, mode: mode & NEW_MODE_MASK });
      return OK;
    },
  };
};

const moveBy =
  (overwrite: boolean): Request =>
  ({ session }, reader) => {
    const paths = [readPath(reader), readPath(reader)];
    return {
      scopes: paths.map(below),
      links: "on the way",
      moves: true,
      writes: true,
      async work(from, to) {
        await move(session, from, to, overwrite);
        return OK;
      },
    };
  };

/** SFTP's own rename never replaces; OpenSSH's does, as rename(2). */
export const rename = moveBy(false);
export const posixRename = moveBy(true);

async function move(session: Session, from: string, to: string, overwrite: boolean) {
  const moved = stagesIn(session, from);
  const replaced = stagesIn(session, to).filter((stage) => !moved.includes(stage));
  if (!overwrite && session.stages.has(to) && from !== to)
    throw new SftpError(STATUS.failure, "The new name already exists.");
  for (const stage of moved) await commitOpen(session, stage);
  await moveEntry(session.ctx, { from, to, overwrite, parents: false });
  if (from === to) return;
  for (const stage of replaced) await unlinkStage(session, stage);
  for (const stage of moved) {
    session.stages.delete(stage.path);
    stage.path = to + stage.path.slice(from.length);
    session.stages.set(stage.path, stage);
  }
}

/** hardlink@openssh.com */
export const link: Request = ({ session }, reader) => {
  const paths = [readPath(reader), readPath(reader)];
  return {
    scopes: paths.map(at),
    links: "on the way",
    writes: true,
    async work(target, path) {
      const stage = session.stages.get(target);
      if (stage !== undefined) await commitOpen(session, stage);
      await linkFile(session.ctx, { target, path });
      return OK;
    },
  };
};

/** The target comes first, as OpenSSH sends it against the draft. */
export const symlink: Request = ({ session }, reader) => {
  const { data: target } = LinkTarget.safeParse(reader.text());
  const asked = readPath(reader);
  if (target === undefined) throw new SftpError(STATUS.failure, "The target is not valid.");
  return {
    scopes: [at(asked)],
    links: "on the way",
    writes: true,
    async work(path) {
      await makeSymlink(session.ctx, { target, path });
      return OK;
    },
  };
};

export const readlink: Request = (io, reader) => {
  const path = readPath(reader);
  return {
    scopes: [at(path)],
    writes: false,
    async work() {
      const { target } = await locate(io, path, false);
      if (target === null) throw new SftpError(STATUS.failure, "It is not a symbolic link.");
      return namesReply([{ name: target, long: target, attributes: null }]);
    },
  };
};

/** Also of what isn't there yet, as clients ask before they create it. */
export const realpath: Request = (io, reader) => {
  const asked = readPath(reader);
  return {
    scopes: [],
    writes: false,
    async work() {
      const path = asked === "/" ? asked : await resolvePath(io, asked, true);
      return namesReply([{ name: path, long: path, attributes: null }]);
    },
  };
};
