import type { Entry } from "@/lib/contract/stat";
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

/** Changes of one filesystem that are made together. */
export type Write = { filesystemId: string; changes: readonly SignedChange[] };

type Fanned = { woken: string[] | null; marked: boolean | null };

/**
 * Applies changes in one transaction, each with its own outcome, and fans them out in the same transaction (spec 8.3).
 * Sends the hints after the commit. Returns what each write did; nothing of one that would have to wait for another
 * write to its filesystem, unless `waits`.
 */
export type WriteTogether = (writes: readonly Write[], waits: boolean) => Promise<Written[][]>;

/**
 * @param limits how many changes a write fans out itself, and how long it leaves webhooks to their runs
 * @param notify called after each commit that changed something
 */
export function createWriteTogether(
  { sql, tracing }: { sql: Sql; tracing: Tracing },
  { maxEvents, pickupMs }: { maxEvents: number; pickupMs: number },
  notify: (wakeups: Wakeups) => void,
): WriteTogether {
  const write: WriteTogether = async (writes, waits) => {
    const ids = writes.map(({ filesystemId }) => filesystemId);
    const texts = writes.map(({ changes }) => JSON.stringify(changes.map(flatten)));
    const rows = await sql<Written & Fanned & { write: number }>`
      SELECT a.n::int AS write, w.code, w.cursor::text, w.created, w.info, w.woken, w.marked
      FROM unnest(${ids}::text[], ${texts}::jsonb[]) WITH ORDINALITY AS a (id, changes, n),
        filesystem_write(a.id, a.changes, ${maxEvents}, milliseconds(${pickupMs}), ${waits}) w
      ORDER BY a.n, w.n`;
    const fanned = rows.filter(({ marked }) => marked !== null);
    const woken = new Set(fanned.flatMap((row) => row.woken ?? []));
    if (fanned.length > 0)
      notify({ woken: [...woken], marked: fanned.some(({ marked }) => marked) });
    return writes.map((_, i) => rows.filter((row) => row.write === i + 1));
  };
  return (writes, waits) => {
    const of = writes.flatMap(({ changes }) => changes);
    const attributes = { "tidemark.changes": of.length };
    return tracing.span({ name: "write transaction", attributes, of }, () => write(writes, waits));
  };
}

function flatten(change: SignedChange) {
  const time = "modified_at" in change ? change.modified_at : undefined;
  return time === undefined ? change : { ...change, modified_at: time.at, modified_ns: time.ns };
}
