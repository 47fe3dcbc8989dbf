import { createBatcher, type Batcher } from "@/lib/concurrency/batcher";
import type { Entry } from "@/lib/contract/stat";
import { sqlState } from "@/lib/db/errors";
import type { Sql } from "@/lib/db/sql";
import type { Tracing } from "@/lib/tracing/tracing";

import type { Outcome } from "./outcome";
import type { TreeChange } from "./tree-change";

/** What to wake after a commit: webhooks by id, and whether changes are left to fan out. */
export type Wakeups = { woken: readonly string[]; marked: boolean };

/** A change with who makes it, and whether its result has the fields of Stat. */
export type SignedChange = TreeChange & {
  origin: "api" | "mount";
  author: string;
  credential: string;
  stat: boolean;
};

/**
 * The result of a change: the cursor of its last event and the entry, which is null after a removal. `created`: a put
 * made a new file, or a removal a new item in the trash.
 */
export type Written = Outcome & { cursor: string; created: boolean | null; info: Entry };

/**
 * Applies changes to one filesystem in one transaction, each with its own outcome, and fans them out in the same
 * transaction (spec 8.3). Sends the hints after the commit.
 */
export type WriteEntries = (
  filesystemId: string,
  changes: readonly SignedChange[],
) => Promise<Written[]>;

/** Applies one change, together with those that are waiting for the same filesystem. */
export type WriteEntry = Batcher<SignedChange, Written>;

// Writes to one filesystem wait for its lock anyway, so those of a busy caller share a transaction.
const MAX_TOGETHER = 64;

type Fanned = { woken: string[] | null; marked: boolean | null };

/**
 * @param limits how many changes a write fans out itself, and how long it leaves webhooks to their runs
 * @param notify called after each commit that changed something
 */
export function createWriteEntries(
  { sql, tracing }: { sql: Sql; tracing: Tracing },
  { maxEvents, pickupMs }: { maxEvents: number; pickupMs: number },
  notify: (wakeups: Wakeups) => void,
): WriteEntries {
  const write: WriteEntries = async (filesystemId, changes) => {
    const text = JSON.stringify(changes.map(flatten));
    // The count needs every row of the changes, so the fan-out comes last.
    const rows = await sql<Written & Fanned>`
      WITH begun AS MATERIALIZED (
        SELECT ${filesystemId}::text AS id, filesystem_begin(${filesystemId}) AS since
      ), written AS MATERIALIZED (
        SELECT w.code, w.cursor::text, w.created, w.info, w.n
        FROM begun, entries_apply(begun.id, ${text}::jsonb)
          WITH ORDINALITY AS w (code, cursor, created, info, n)
      ), fanned AS MATERIALIZED (
        SELECT f.woken, f.marked
        FROM begun, webhooks_wake(begun.id, begun.since, ${maxEvents}::int, milliseconds(${pickupMs})) f
        WHERE (SELECT count(*) FROM written w WHERE w.code IS NULL) > 0)
      SELECT * FROM written LEFT JOIN fanned ON true ORDER BY n`;
    const [first] = rows;
    if (first !== undefined && first.marked !== null)
      notify({ woken: first.woken ?? [], marked: first.marked });
    return rows;
  };
  return (filesystemId, changes) => {
    const attributes = { "tidemark.changes": changes.length };
    const started = { name: "write transaction", attributes, of: changes };
    return tracing.span(started, () => write(filesystemId, changes));
  };
}

/** Single changes through `writeEntries`: those that arrive during a commit follow in one transaction. */
export function createWriteEntry(writeEntries: WriteEntries, tracing: Tracing): WriteEntry {
  // What the server itself refused was rolled back; of a connection that was lost no one knows.
  const write = createBatcher(MAX_TOGETHER, writeEntries, (error) => sqlState(error) !== null);
  return (filesystemId, change) => {
    tracing.carry(change);
    return write(filesystemId, change);
  };
}

function flatten(change: SignedChange) {
  const time = "modified_at" in change ? change.modified_at : undefined;
  return time === undefined ? change : { ...change, modified_at: time.at, modified_ns: time.ns };
}
