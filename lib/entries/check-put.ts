import type { Db } from "@/lib/db/client";

import type { Outcome } from "./outcome";
import type { Put } from "./tree-change";
import type { SignedChange } from "./write-entries";

/** Everything of a `Put` that can refuse it, but its content. */
export type PutRequest = Pick<Put, "path" | "parents" | "if_match" | "if_none_match"> &
  Pick<SignedChange, "credential">;

/** Whether an upload would be refused now, and the remaining quotas; null is unlimited. Sizes in bytes. */
export type PutCheck = Outcome & {
  byte_room: number | null;
  entry_room: number | null;
  /** Number of entries it would add. */
  entries: number;
};

/**
 * Checks, in one statement without locks, what the commit checks again: access, path, parent, quotas and
 * preconditions, in that order (spec 1.10). `size` is 0 if unknown.
 */
export async function checkPut(
  db: Db,
  filesystemId: string,
  put: PutRequest,
  size: number,
): Promise<PutCheck> {
  const [check] = await db.$queryRaw<PutCheck[]>`
    SELECT c.code, c.byte_room::float8, c.entry_room::float8, c.entries
    FROM entry_put_check(${filesystemId}, ${put.path}, ${put.parents}, ${size}::bigint, ${put.if_match}::text[],
      ${put.if_none_match}::text[], ${put.credential}) c`;
  if (check === undefined) throw new Error("the database returned no row");
  return check;
}
