import type { Db } from "@/lib/db/client";

import type { Put } from "./commit-puts";
import type { Outcome } from "./outcome";

/** What an upload is refused by: all of `Put` but its content. */
export type PutRequest = Pick<
  Put,
  "path" | "parents" | "if_match" | "if_none_match" | "credential"
>;

/** Whether an upload would be refused now, and what its filesystem has left; null is no quota. Sizes in bytes. */
export type PutCheck = Outcome & {
  byte_room: number | null;
  entry_room: number | null;
  /** How many entries it would add. */
  entries: number;
};

/**
 * Checks in one statement and without a lock what the commit will check again: access, path, parent, quotas and
 * preconditions, in its order (spec 1.10). `size` is 0 while it is not known.
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
