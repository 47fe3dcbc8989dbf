import type { Db } from "@/lib/db/client";

import type { Outcome } from "./outcome";
import type { Put } from "./tree-change";
import type { SignedChange } from "./write-entries";

/** How large a content may get, in bytes, and the refusal of a larger one. */
export type Room = {
  bytes: number;
  code: "byte_quota_exceeded" | "organisation_byte_quota_exceeded";
};

/** The room that a check found; null: no quota. */
export const roomOf = (found: { byte_room: number | null; byte_code: Room["code"] }): Room | null =>
  found.byte_room === null ? null : { bytes: found.byte_room, code: found.byte_code };

/** Everything of a `Put` that can refuse it, but its content. */
export type PutRequest = Pick<Put, "path" | "parents" | "if_match" | "if_none_match"> &
  Pick<SignedChange, "credential">;

/** Whether an upload would be refused now, and the remaining quotas; null is unlimited. Sizes in bytes. */
export type PutCheck = Outcome & {
  byte_room: number | null;
  byte_code: Room["code"];
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
    SELECT c.code, c.byte_room::float8, c.byte_code, c.entry_room::float8, c.entries
    FROM entry_upload_check(${filesystemId}, ${put.path}, ${put.parents}, ${size}::bigint, ${put.if_match}::text[],
      ${put.if_none_match}::text[], ${put.credential}) c`;
  if (check === undefined) throw new Error("the database returned no row");
  return check;
}
