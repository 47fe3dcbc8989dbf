import { presentedBy } from "@/lib/auth/actor";
import type { FilesystemContext } from "@/lib/auth/context";

import { type Outcome, unwrapOutcome } from "./outcome";

/** Whether a file exists, and how large it may get, in bytes; null: no quota. */
export type WriteCheck = { exists: boolean; room: number | null };

/**
 * Checks what a commit of a file at this path checks again, before its first byte is written.
 * @throws AppError with the refusal of the commit
 */
export async function checkWrite(
  { actor, filesystemId, services }: FilesystemContext,
  path: string,
): Promise<WriteCheck> {
  const { exists, room } = unwrapOutcome(
    await services.sql<WriteCheck & Outcome>`
      SELECT c.code, c.entries = 0 AS exists, c.byte_room::float8 AS room
      FROM entry_put_check(${filesystemId}, ${path}, false, 0, NULL, NULL, ${presentedBy(actor)}) c`,
  );
  return { exists, room };
}
