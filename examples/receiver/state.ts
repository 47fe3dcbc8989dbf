import { open, readFile, rename, writeFile, type FileHandle } from "node:fs/promises";
import path from "node:path";

import { z } from "zod";

import { cursorSchema, eventSchema, fileInfoSchema, type FileInfo } from "./message";
import { afterListing, apply, emptyMirror, type Mirror, type Step } from "./mirror";

/** The state file is not in our format; nothing was changed. */
export class StateError extends Error {
  override readonly name = "StateError";
}

/**
 * One line each: first the snapshot's cursor and entries, then the steps since. A step is one line,
 * so that a tree and its cursor stay consistent.
 */
const lineSchema = z.union([
  z.object({
    snapshot: cursorSchema.nullable(),
    listed: cursorSchema.nullable().default(null),
    prefix: z.string().nullable().default(null),
  }),
  z.object({ entry: fileInfoSchema }),
  z.object({
    step: z.discriminatedUnion("kind", [
      z.object({ kind: z.literal("resync"), cursor: cursorSchema }),
      z.object({ kind: z.literal("changes"), cursor: cursorSchema, events: z.array(eventSchema) }),
    ]),
  }),
]);

/** Below this size in bytes the log is not worth rewriting. */
const SMALL_LOG = 4 * 1024 * 1024;

const CHUNK = 256 * 1024;

/** Returns the path of the mirror in a state directory. */
export function mirrorFile(state: string): string {
  return path.join(state, "mirror.jsonl");
}

/** The mirror on disk. Calls must not overlap. */
export type Store = {
  /** The mirror as stored; read it, but change it only through the functions below. */
  readonly mirror: Mirror;
  /** Makes one step durable, then applies it. On an error neither has happened. */
  append(step: Step): Promise<void>;
  /** Replaces everything with a completed listing and what was queued meanwhile, in one rename. */
  completeListing(listed: FileInfo[], prefix: string): Promise<void>;
  close(): Promise<void>;
};

/**
 * Returns the mirror in a state file without changing it; an empty one if there is no file.
 * @throws StateError when a complete line is not in our format
 */
export async function readMirror(file: string): Promise<Mirror> {
  return (await load(file)).mirror;
}

/**
 * Opens or creates the state in `file`. Survives a kill at any point: a partially written line was
 * not acknowledged, so it is truncated. See spec 9.3, 9.6.
 * @throws StateError when a complete line is not in our format
 */
export async function openStore(file: string): Promise<Store> {
  let { mirror, length } = await load(file);
  if (length === 0) length = await writeSnapshot(file, mirror);
  let snapshotLength = length;
  let handle = await open(file, "r+");
  await handle.truncate(length);

  async function replace(next: Mirror): Promise<void> {
    length = await writeSnapshot(file, next);
    snapshotLength = length;
    mirror = next;
    await handle.close();
    handle = await open(file, "r+");
  }

  return {
    get mirror() {
      return mirror;
    },
    async append(step) {
      length = await appendLine(handle, { step }, length);
      apply(mirror, step);
      const grown = length - snapshotLength > Math.max(snapshotLength, SMALL_LOG);
      if (grown && mirror.resync === null) await replace(mirror);
    },
    completeListing: (listed, prefix) => replace(afterListing(mirror, listed, prefix)),
    close: () => handle.close(),
  };
}

/** Reads all complete lines. `length` is the offset of the next one, in bytes. */
async function load(file: string): Promise<{ mirror: Mirror; length: number }> {
  const mirror = emptyMirror();
  const bytes = await readFile(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return Buffer.alloc(0);
    throw error;
  });
  let length = 0;
  for (let end = bytes.indexOf(10); end >= 0; end = bytes.indexOf(10, length)) {
    takeLine(mirror, bytes.toString("utf8", length, end), file);
    length = end + 1;
  }
  return { mirror, length };
}

function takeLine(mirror: Mirror, text: string, file: string): void {
  let line;
  try {
    line = lineSchema.parse(JSON.parse(text));
  } catch (error) {
    throw new StateError(
      `${file} contains a line in an unknown format; move the file away to start over`,
      {
        cause: error,
      },
    );
  }
  if ("snapshot" in line) {
    mirror.cursor = line.snapshot;
    mirror.listed = line.listed;
    mirror.prefix = line.prefix;
  } else if ("entry" in line) mirror.entries.set(line.entry.path, line.entry);
  else apply(mirror, line.step);
}

async function appendLine(handle: FileHandle, line: object, at: number): Promise<number> {
  const bytes = Buffer.from(encode(line));
  try {
    for (let done = 0; done < bytes.length;) {
      done += (await handle.write(bytes, done, bytes.length - done, at + done)).bytesWritten;
    }
    await handle.datasync();
  } catch (error) {
    // A full disk leaves half a line; the next one must not be appended to it.
    await handle.truncate(at);
    throw error;
  }
  return at + bytes.length;
}

/**
 * Writes the whole mirror beside the file and renames it into place. Returns its length in bytes.
 */
async function writeSnapshot(file: string, mirror: Mirror): Promise<number> {
  const temporary = `${file}.new`;
  const handle = await open(temporary, "w", 0o600);
  try {
    await writeFile(handle, snapshotChunks(mirror));
    await handle.sync();
    const { size } = await handle.stat();
    await rename(temporary, file);
    await syncDirectory(path.dirname(file));
    return size;
  } finally {
    await handle.close();
  }
}

/** In chunks: neither a write per line nor one string for a large tree. */
function* snapshotChunks(mirror: Mirror): Generator<string> {
  const { cursor, listed, prefix } = mirror;
  let chunk = encode({ snapshot: cursor, listed, prefix });
  for (const entry of mirror.entries.values()) {
    chunk += encode({ entry });
    if (chunk.length < CHUNK) continue;
    yield chunk;
    chunk = "";
  }
  yield chunk;
}

/** A rename survives a power failure only when its directory was synced. */
async function syncDirectory(directory: string): Promise<void> {
  const handle = await open(directory, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function encode(line: object): string {
  return `${JSON.stringify(line, bigintAsText)}\n`;
}

function bigintAsText(_key: string, value: unknown): unknown {
  return typeof value === "bigint" ? value.toString() : value;
}
