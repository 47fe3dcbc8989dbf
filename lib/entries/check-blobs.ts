import { createHash } from "node:crypto";

import type { Db } from "@/lib/db/client";

import { BlobMissingError, type BlobStore } from "./blob-store";
import { wrongCounters } from "./check-counters";
import { checkSmallContents, type ContentFault } from "./check-small-contents";

const BATCH = 200;

type Row = { hash: string; sizes: bigint[]; filesystems: string[] };

/**
 * Verifies SHA-256 and size of every referenced content, then every filesystem's counters (spec 5.19), while
 * writes continue. `report` gets the numbers of contents and bytes read so far. Reports ids, never paths.
 * @throws AppError `unavailable`, or the store's error, if the store is unusable
 */
export async function checkBlobs(
  { db, blobs }: { db: Db; blobs: BlobStore },
  report: (contents: number, bytes: number) => void,
) {
  await blobs.check();
  const small = await checkSmallContents(db, report);
  const faults = small.faults;
  let { contents, bytes } = small;
  let rows: Row[] = [];
  for (let after = ""; ; after = rows.at(-1)?.hash ?? after) {
    rows = await nextBlobs(db, after);
    for (const row of rows) {
      const found = await verifyContent(blobs, row);
      bytes += found.bytes;
      // The file may have been overwritten and its content removed since the page was read.
      if (found.fault !== null && (await isUsed(db, row.hash)))
        faults.push({ sha256: row.hash, fault: found.fault, filesystems: row.filesystems });
    }
    contents += rows.length;
    report(contents, bytes);
    if (rows.length < BATCH) break;
  }
  return { contents, bytes, faults, counters: await wrongCounters(db) };
}

/** What is not a row of its own. */
function nextBlobs(db: Db, after: string): Promise<Row[]> {
  return db.$queryRaw<Row[]>`
    SELECT encode(n.blob_hash, 'hex') AS hash, array_agg(DISTINCT n.size) AS sizes,
      array_agg(DISTINCT n.filesystem_id) AS filesystems
    FROM node n WHERE n.blob_hash > decode(${after}, 'hex') AND NOT EXISTS (
      SELECT FROM content c WHERE c.filesystem_id = n.filesystem_id AND c.hash = n.blob_hash)
    GROUP BY n.blob_hash ORDER BY n.blob_hash LIMIT ${BATCH}`;
}

async function isUsed(db: Db, hash: string): Promise<boolean> {
  const used = await db.$queryRaw<unknown[]>`
    SELECT 1 FROM node n WHERE n.blob_hash = decode(${hash}, 'hex') LIMIT 1`;
  return used.length > 0;
}

async function verifyContent(
  blobs: BlobStore,
  { hash, sizes }: Row,
): Promise<{ bytes: number; fault: ContentFault["fault"] | null }> {
  const hasher = createHash("sha256");
  let bytes = 0;
  try {
    for await (const chunk of await blobs.read(Buffer.from(hash, "hex"))) {
      hasher.update(chunk);
      bytes += chunk.length;
    }
  } catch (error) {
    if (error instanceof BlobMissingError) return { bytes, fault: "missing" };
    // A bad sector is a finding; an unavailable store is not.
    await blobs.check();
    return { bytes, fault: "unreadable" };
  }
  if (hasher.digest("hex") !== hash) return { bytes, fault: "damaged" };
  return { bytes, fault: sizes.every((size) => size === BigInt(bytes)) ? null : "wrong_size" };
}
