import { Readable } from "node:stream";

import ZipStream, { type FileDataInput } from "zip-stream";

import type { FilesystemContext } from "@/lib/auth/context";

import { BlobMissingError } from "./blob-store";

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

/**
 * A zip archive of entries. Nothing is compressed, and nothing is read long before the reader takes it. Contents that
 * are gone and entries that have none are listed in a file of their own, named by `nameOfMissing`.
 */
export function writeArchive(
  ctx: FilesystemContext,
  entries: readonly ArchivedEntry[],
  nameOfMissing: () => string,
): ZipStream {
  const zip = new ZipStream({ store: true });
  const fail = (error: unknown) => void zip.destroy(error instanceof Error ? error : undefined);
  const finish = async () => {
    const missing = await addAll(ctx, zip, entries);
    const list = Buffer.from(missing.map((name) => `${name}\n`).join(""));
    if (missing.length > 0) await add(zip, { name: nameOfMissing() }, list);
    zip.finalize();
  };
  finish().catch(fail);
  return zip;
}

async function addAll(
  ctx: FilesystemContext,
  zip: ZipStream,
  entries: readonly ArchivedEntry[],
): Promise<string[]> {
  const missing: string[] = [];
  for (let at = 0; at < entries.length; at += AT_ONCE) {
    const some = entries.slice(at, at + AT_ONCE);
    const small = await smallContents(ctx, some);
    for (const { name, type, size, mode, modified_at: date, ...entry } of some) {
      const source = await sourceOf(ctx, { type, ...entry }, small);
      if (source === null || type === "special") missing.push(name);
      else {
        const data = { name, type, date, mode: mode & 0o777, linkname: entry.link_target };
        if ((await add(zip, data, source)) !== size) throw new Error("a content has another size");
      }
    }
  }
  return missing;
}

/** Adds an entry and waits until its contents are written and taken; resolves to their size. */
function add(zip: ZipStream, data: FileDataInput, source: Buffer | Readable): Promise<number> {
  return new Promise((resolve, reject) => {
    let size: number | null = null;
    const check = () => {
      if (zip.destroyed) {
        if (source instanceof Readable) source.destroy();
        reject(new Error("the reader has left"));
      } else if (size !== null && !zip.writableNeedDrain) resolve(size);
      else return;
      zip.off("drain", check).off("close", check);
    };
    zip.on("drain", check).on("close", check);
    zip.entry(source, data, (error, added) => {
      if (error) zip.destroy(error);
      else size = added?.getSize() ?? 0;
      check();
    });
    check();
  });
}

/** The contents of an entry; null if they are gone. */
async function sourceOf(
  { services: { blobs } }: FilesystemContext,
  { type, blob_hash, link_target }: Pick<ArchivedEntry, "type" | "blob_hash" | "link_target">,
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

async function smallContents(
  { filesystemId, services }: FilesystemContext,
  entries: readonly ArchivedEntry[],
): Promise<Map<string, Buffer>> {
  // Of all sizes: batches once stored rows of two bytes more than the limit.
  const hashes = entries.flatMap(({ blob_hash: hash }) =>
    hash === null ? [] : [Buffer.from(hash)],
  );
  if (hashes.length === 0) return new Map();
  const rows = await services.sql<{ hash: Uint8Array; bytes: Uint8Array }>`
    SELECT hash, bytes FROM content WHERE filesystem_id = ${filesystemId} AND hash = ANY (${hashes}::bytea[])`;
  return new Map(
    rows.map(({ hash, bytes }) => [Buffer.from(hash).toString("hex"), Buffer.from(bytes)]),
  );
}
