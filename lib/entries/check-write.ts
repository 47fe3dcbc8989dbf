import { presentedBy } from "@/lib/auth/actor";
import type { FilesystemContext } from "@/lib/auth/context";

import { type PutCheck, type Room, roomOf } from "./check-put";
import { unwrapOutcome } from "./outcome";

/** Whether a file exists, and how large it may get; null: no quota. */
export type WriteCheck = { exists: boolean; room: Room | null };

/**
 * Checks what a commit of a file at this path checks again, before its first byte is written.
 * @throws AppError with the refusal of the commit
 */
export async function checkWrite(
  { actor, filesystemId, services }: FilesystemContext,
  path: string,
): Promise<WriteCheck> {
  const found = unwrapOutcome(
    await services.sql<PutCheck>`
      SELECT c.code, c.entries, c.byte_room::float8, c.byte_code
      FROM entry_upload_check(${filesystemId}, ${path}, false, 0, NULL, NULL, ${presentedBy(actor)}) c`,
  );
  return { exists: found.entries === 0, room: roomOf(found) };
}
