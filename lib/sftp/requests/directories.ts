import path from "node:path/posix";

import type { Stat } from "@/lib/contract/stat";
import { listEntries } from "@/lib/entries/list-entries";
import type { DirectoryHandle } from "@/lib/sftp/handles";
import { LIMITS } from "@/lib/sftp/limits";
import { locate, stageAttributes } from "@/lib/sftp/locate";
import { at } from "@/lib/sftp/path-order";
import type { Session } from "@/lib/sftp/session";
import { attributesOf, isDirectory, nameOf } from "@/lib/sftp/wire/attributes";
import { STATUS } from "@/lib/sftp/wire/protocol";
import { END_OF_FILE, handleReply, type Name, namesReply } from "@/lib/sftp/wire/reply";
import { SftpError } from "@/lib/sftp/wire/sftp-error";

import { readPath, type Request } from "./job";

const PAGE = 1_000;
// Numbers and attributes of a name beside its two texts.
const NAME_OVERHEAD = 48;

export const opendir: Request = (io, reader) => {
  const { session, handles } = io;
  const asked = readPath(reader);
  return {
    scopes: [at(asked)],
    writes: false,
    async work() {
      handles.requireRoom();
      const found = await locate(io, asked, true);
      if (!isDirectory(found.attributes.mode))
        throw new SftpError(STATUS.failure, "It is not a directory.");
      const own = [".", ".."].map((name) => nameOf(name, found.attributes));
      return handleReply(handles.add(list(session, found.path, own)));
    },
  };
};

/** A listing with the session's files under way. Its pages are read as the client asks for them. */
function list(session: Session, directory: string, names: Name[]): DirectoryHandle {
  const seen = new Set<string>();
  const stages = [...session.stages.values()].filter(
    (stage) => path.dirname(stage.path) === directory,
  );
  const handle: DirectoryHandle = { kind: "directory", path: directory, names, next: null };
  const page = async (token: string | undefined): Promise<void> => {
    const asked = { path: directory, recursive: false, limit: PAGE, fields: "stat" as const };
    const listed = await listEntries(session.ctx, { ...asked, page_token: token });
    const entries: Stat[] = JSON.parse(listed.entries);
    const shown = new Map(entries.map((entry) => [path.basename(entry.path), attributesOf(entry)]));
    const next = listed.next_page_token;
    for (const stage of stages) {
      const name = path.basename(stage.path);
      const isHere = shown.has(name) || (next === null && !seen.has(name) && !stage.isGone);
      if (isHere) shown.set(name, await stageAttributes(session, stage));
    }
    for (const [name, attributes] of shown) {
      seen.add(name);
      handle.names.push(nameOf(name, attributes));
    }
    handle.next = next === null ? null : () => page(next);
  };
  handle.next = () => page(undefined);
  return handle;
}

export const readdir: Request = ({ handles }, reader) => {
  const handle = handles.getDirectory(reader.bytes());
  return {
    scopes: [at(handle.path)],
    writes: false,
    replyBytes: LIMITS.listing,
    async work() {
      while (handle.names.length < PAGE && handle.next !== null) await handle.next();
      let bytes = 0;
      const fit = handle.names.findIndex(({ name, long }) => {
        bytes += Buffer.byteLength(name) + Buffer.byteLength(long) + NAME_OVERHEAD;
        return bytes > LIMITS.listing;
      });
      const sent = handle.names.splice(0, fit === -1 ? handle.names.length : fit);
      return sent.length === 0 ? END_OF_FILE : namesReply(sent);
    },
  };
};
