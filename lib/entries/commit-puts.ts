import { createBatcher, type Batcher } from "@/lib/concurrency/batcher";
import type { FileInfo } from "@/lib/contract/common";
import { sqlState } from "@/lib/db/errors";

import type { Outcome } from "./outcome";
import type { WriteEntries } from "./write-entries";

/**
 * A file whose entry is to be written; sizes in bytes, `hash` is SHA-256 in hex. `content`, in Base64, is stored with it;
 * null: the blob store has it.
 */
export type Put = {
  path: string;
  parents: boolean;
  mode: number | null;
  etag: string;
  size: number;
  hash: string;
  content: string | null;
  if_match: string[] | null;
  if_none_match: string[] | null;
  origin: "api" | "mount";
  credential: string;
};

/** The result of a commit. */
export type PutOutcome = Outcome & { cursor: string; created: boolean; info: FileInfo };

export type CommitPut = Batcher<Put, PutOutcome>;

// Writes to one filesystem wait for its lock anyway, so those of a busy caller share a transaction.
const MAX_TOGETHER = 64;

/**
 * Commits uploads (spec 5.9), batched by filesystem: those that arrive during a commit follow in one
 * transaction, each with its own event and outcome.
 */
export function createCommitPut(writeEntries: WriteEntries): CommitPut {
  const commit = (filesystemId: string, puts: readonly Put[]) => writeEntries(
    filesystemId,
  )<PutOutcome>`
    SELECT e.code, e.cursor::text, e.created, e.info,
      CASE WHEN e.code IS NULL AND p.content IS NOT NULL
        THEN content_keep(${filesystemId}, decode(p.hash, 'hex'), decode(p.content, 'base64')) END AS kept
    FROM ROWS FROM (jsonb_to_recordset(${JSON.stringify(puts)}::jsonb) AS (path text, parents boolean, mode int, etag text,
      size bigint, hash text, content text, if_match text[], if_none_match text[], origin text, credential text))
      WITH ORDINALITY AS p (path, parents, mode, etag, size, hash, content, if_match, if_none_match, origin, credential, n)
    CROSS JOIN LATERAL entry_put(${filesystemId}, p.path, p.parents, p.mode, p.etag, p.size, decode(p.hash, 'hex'),
      p.if_match, p.if_none_match, p.origin, p.credential) e
    ORDER BY p.n`;
  // What the server itself refused was rolled back; of a connection that was lost no one knows.
  return createBatcher(MAX_TOGETHER, commit, (error) => sqlState(error) !== null);
}
