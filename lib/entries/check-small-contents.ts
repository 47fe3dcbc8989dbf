import type { Db } from "@/lib/db/client";

const BATCH = 1_000;

/** A fault of a content: missing, damaged, of another size than its node says, or unreadable. */
export type ContentFault = {
  sha256: string;
  fault: "missing" | "damaged" | "wrong_size" | "unreadable";
  filesystems: string[];
};

type Row = {
  filesystem_id: string;
  hash: string;
  bytes: number;
  damaged: boolean;
  wrong_size: boolean;
};

/** Verifies the small contents that files have (docs/decisions/0021-small-contents-are-rows.md), as `checkBlobs`. */
export async function checkSmallContents(
  db: Db,
  report: (contents: number, bytes: number) => void,
): Promise<{ contents: number; bytes: number; faults: ContentFault[] }> {
  const faults: ContentFault[] = [];
  let contents = 0;
  let bytes = 0;
  let last: Row | undefined;
  do {
    const rows = await nextContents(db, last);
    for (const { hash, filesystem_id, ...row } of rows) {
      const fault = row.damaged ? "damaged" : row.wrong_size ? "wrong_size" : null;
      if (fault !== null) faults.push({ sha256: hash, fault, filesystems: [filesystem_id] });
      bytes += row.bytes;
    }
    contents += rows.length;
    report(contents, bytes);
    last = rows.length < BATCH ? undefined : rows.at(-1);
  } while (last !== undefined);
  return { contents, bytes, faults };
}

function nextContents(db: Db, after: Row | undefined): Promise<Row[]> {
  const { filesystem_id, hash } = after ?? { filesystem_id: "", hash: "" };
  return db.$queryRaw<Row[]>`
    SELECT c.filesystem_id, encode(c.hash, 'hex') AS hash, octet_length(c.bytes) AS bytes,
      sha256(c.bytes) <> c.hash AS damaged, n.wrong_size
    FROM content c, LATERAL (
      SELECT bool_or(x.size <> octet_length(c.bytes)) AS wrong_size
      FROM node x WHERE x.blob_hash = c.hash AND x.filesystem_id = c.filesystem_id) n
    WHERE (c.filesystem_id, c.hash) > (${filesystem_id}, decode(${hash}, 'hex')) AND n.wrong_size IS NOT NULL
    ORDER BY c.filesystem_id, c.hash LIMIT ${BATCH}`;
}
