import { createHash } from "node:crypto";
import path from "node:path";

import type { FileEvent, FileInfo } from "@/examples/receiver/message";

/** The cursor of an operation's last event, or why it was refused. */
export type Outcome = bigint | { status: number; code: string };

const MISSING = { status: 404, code: "path_not_found" };
const EXISTS = { status: 409, code: "already_exists" };

/** A tree of directories and files with its change log: the subset that the demo needs. */
export type FakeTree = ReturnType<typeof createFakeTree>;

/** Returns an empty tree at cursor 0. Operations return the cursor of their last event. */
export function createFakeTree() {
  const entries = new Map<string, FileInfo>();
  // Contents are keyed by etag, so a move does not touch them.
  const contents = new Map<string, Buffer>();
  const log: { type: FileEvent["type"]; path: string }[] = [];

  function note(type: FileEvent["type"], filePath: string, file: FileInfo | null): void {
    log.push({ type, path: filePath });
    if (file === null) entries.delete(filePath);
    else entries.set(filePath, file);
  }
  const head = () => BigInt(log.length);
  const below = (filePath: string) =>
    [...entries.keys()].filter((p) => p === filePath || p.startsWith(`${filePath}/`)).toSorted();

  function makeParents(filePath: string): void {
    const parent = path.posix.dirname(filePath);
    if (parent === "/" || entries.has(parent)) return;
    makeParents(parent);
    note("created", parent, info(parent, null));
  }

  return {
    head,
    has: (filePath: string) => entries.has(filePath),
    all: () => [...entries.values()].toSorted((a, b) => (a.path < b.path ? -1 : 1)),
    /** At most 100 events after a cursor, with the current state. */
    eventsAfter: (cursor: bigint): FileEvent[] =>
      log
        .slice(Number(cursor), Number(cursor) + 100)
        .map((event) => ({ ...event, file: entries.get(event.path) ?? null })),
    read: (filePath: string) => contents.get(entries.get(filePath)?.etag ?? "") ?? Buffer.alloc(0),
    write(filePath: string, bytes: Buffer): bigint {
      makeParents(filePath);
      contents.set(info(filePath, bytes).etag, bytes);
      note(entries.has(filePath) ? "updated" : "created", filePath, info(filePath, bytes));
      return head();
    },
    makeDirectory(filePath: string): Outcome {
      if (entries.has(filePath)) return EXISTS;
      makeParents(filePath);
      note("created", filePath, info(filePath, null));
      return head();
    },
    remove(filePath: string, recursive: boolean): Outcome {
      const gone = below(filePath);
      if (gone.length === 0) return MISSING;
      if (gone.length > 1 && !recursive) return { status: 409, code: "directory_not_empty" };
      for (const each of gone.toReversed()) note("deleted", each, null);
      return head();
    },
    move(from: string, to: string): Outcome {
      const moved = below(from).flatMap((filePath) => entries.get(filePath) ?? []);
      if (moved.length === 0) return MISSING;
      if (entries.has(to)) return EXISTS;
      for (const file of moved.toReversed()) note("deleted", file.path, null);
      for (const file of moved) {
        const filePath = to + file.path.slice(from.length);
        note("created", filePath, { ...file, path: filePath });
      }
      return head();
    },
  };
}

function info(filePath: string, bytes: Buffer | null): FileInfo {
  const hash = createHash("sha256")
    .update(bytes ?? filePath)
    .digest("hex");
  const type = bytes === null ? "directory" : "file";
  const modified_at = "2026-01-01T00:00:00.000Z";
  return {
    path: filePath,
    type,
    size: bytes?.length ?? 0,
    etag: `"${hash.slice(0, 32)}"`,
    modified_at,
  };
}
