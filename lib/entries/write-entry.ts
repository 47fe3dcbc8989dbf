import { actorName, originOf, presentedBy } from "@/lib/auth/actor";
import type { FilesystemContext } from "@/lib/auth/context";
import { AppError } from "@/lib/errors";

import { unwrapOutcome } from "./outcome";
import type { TreeChange } from "./tree-change";
import type { SignedChange } from "./write-entries";

/** Which fields the entry of a result has: those of FileInfo, or of Stat. */
export type Shown = { fields?: "stat" | undefined };

/** A change as its caller makes it. */
export const sign = (
  { actor }: FilesystemContext,
  change: TreeChange,
  { fields }: Shown,
): SignedChange => ({
  ...change,
  origin: originOf(actor),
  author: actorName(actor),
  credential: presentedBy(actor),
  stat: fields === "stat",
});

/**
 * Applies one change; access is checked again with the commit.
 * @returns the cursor of its last event, the entry, and whether it is new
 * @throws AppError with the code of the refusal, `no_grant` if access was lost meanwhile
 */
export async function writeEntry(ctx: FilesystemContext, change: TreeChange, shown: Shown) {
  const written = await ctx.services.writeEntry(ctx.filesystemId, sign(ctx, change, shown));
  if (change.op === "copy" && written.code === "too_many_entries")
    throw new AppError(written.code, { limit: change.max_entries });
  return unwrapOutcome([written]);
}
