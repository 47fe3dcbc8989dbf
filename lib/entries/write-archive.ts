import { PassThrough, Readable } from "node:stream";
import { finished } from "node:stream/promises";

import { ZipFile } from "yazl";

import type { FilesystemContext } from "@/lib/auth/context";

import { BlobMissingError } from "./blob-store";
import { SMALL_BYTES } from "./small-content";

/** An entry by its name in an archive. */
export type ArchivedEntry = {
  name: string;
  type: "file" | "directory" | "symlink" | "special";
  size: number;
  mode: number;
  modified_at: Date;
  blob_hash: Uint8Array | null;
  link_target: string | null;
};

// So many small contents are read at once: 1 MiB at most.
const AT_ONCE = 64;
const KINDS = { file: 0o100000, directory: 0o040000, symlink: 0o120000 };

/**
 * A zip archive of entries. Nothing is compressed, and nothing is read long before the reader wants it. Contents that
 * are gone and entries that have none are listed in a file of their own, named by `nameOfMissing`.
 */
export function writeArchive(
  ctx: FilesystemContext,
  entries: readonly ArchivedEntry[],
  nameOfMissing: () => string,
): Readable {
  const zip = new ZipFile();
  const output = zip.outputStream;
  if (!(output instanceof PassThrough)) throw new Error("the zip library has another stream");
  const fail = (error: unknown) => output.destroy(error instanceof Error ? error : undefined);
  zip.on("error", fail);
  const finish = async () => {
    const missing = await addAll(ctx, zip, output, entries);
    if (missing.length > 0)
      zip.addBuffer(Buffer.from(`${missing.join("\n")}\n`), nameOfMissing(), { compress: false });
    zip.end();
  };
  finish().catch(fail);
  return output;
}

async function addAll(
  ctx: FilesystemContext,
  zip: ZipFile,
  output: PassThrough,
  entries: readonly ArchivedEntry[],
): Promise<string[]> {
  const missing: string[] = [];
  for (let at = 0; at < entries.length; at += AT_ONCE) {
    const some = entries.slice(at, at + AT_ONCE);
    const small = await smallContents(ctx, some);
    for (const entry of some) {
      await drained(output);
      const source = await sourceOf(ctx, entry, small);
      if (source === null || entry.type === "special") missing.push(entry.name);
      else await add(zip, output, { ...entry, type: entry.type }, source);
    }
  }
  return missing;
}

// The library writes without regard to how much its reader has taken.
async function drained(output: PassThrough): Promise<void> {
  if (output.destroyed) throw new Error("the reader has left");
  if (!output.writableNeedDrain) return;
  await new Promise<void>((resolve, reject) => {
    const end = () => {
      output.off("drain", end).off("close", end);
      if (output.destroyed) reject(new Error("the reader has left"));
      else resolve();
    };
    output.once("drain", end).once("close", end);
  });
}

/** The contents of an entry; null if they are gone. */
async function sourceOf(
  { services: { blobs } }: FilesystemContext,
  { type, blob_hash, link_target }: ArchivedEntry,
  small: ReadonlyMap<string, Buffer>,
): Promise<Buffer | Readable | null> {
  if (type === "symlink") return Buffer.from(link_target ?? "");
  if (blob_hash === null) return Buffer.alloc(0);
  const hash = Buffer.from(blob_hash);
  const content = small.get(hash.toString("hex"));
  if (content !== undefined) return content;
  try {
    return Readable.from(await blobs.read(hash), { objectMode: false });
  } catch (error) {
    if (error instanceof BlobMissingError) return null;
    throw error;
  }
}

/** Adds an entry and waits until its contents are written. */
async function add(
  zip: ZipFile,
  output: PassThrough,
  entry: ArchivedEntry & { type: keyof typeof KINDS },
  source: Buffer | Readable,
): Promise<void> {
  const { name, type, size, modified_at: mtime } = entry;
  const mode = KINDS[type] | (entry.mode & 0o777);
  const options = { mtime, mode, compress: false };
  if (type === "directory") return zip.addEmptyDirectory(name, { mtime, mode });
  if (!(source instanceof Readable)) return zip.addBuffer(source, name, options);
  const leave = () => source.destroy();
  output.once("close", leave);
  try {
    zip.addReadStream(source, name, { ...options, size });
    await finished(source);
  } finally {
    output.off("close", leave);
  }
}

async function smallContents(
  { filesystemId, services }: FilesystemContext,
  entries: readonly ArchivedEntry[],
): Promise<Map<string, Buffer>> {
  const hashes = entries.flatMap(({ size, blob_hash: hash }) =>
    hash === null || size > SMALL_BYTES ? [] : [Buffer.from(hash)],
  );
  if (hashes.length === 0) return new Map();
  const rows = await services.sql<{ hash: Uint8Array; bytes: Uint8Array }>`
    SELECT hash, bytes FROM content WHERE filesystem_id = ${filesystemId} AND hash = ANY (${hashes}::bytea[])`;
  return new Map(
    rows.map(({ hash, bytes }) => [Buffer.from(hash).toString("hex"), Buffer.from(bytes)]),
  );
}
