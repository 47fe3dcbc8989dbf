import { audit } from "@/lib/audit/record";
import type { FilesystemContext } from "@/lib/auth/context";
import { type Db, LONG_TRANSACTION, type Prisma } from "@/lib/db/client";
import { AppError } from "@/lib/errors";

// A step takes about 100 ms, so other writes run in between; an item is deleted as a whole.
const STEP_ENTRIES = 5_000;

type Purged = { purged: number; cursor: string };

/** Deletes an item of the trash permanently (spec 5.35). Returns the head. @throws AppError `not_found` */
export const purgeItem = (ctx: FilesystemContext, id: string): Promise<string> =>
  ctx.services.db.$transaction(async (tx) => {
    const { purged, cursor } = await purgeStep(tx, ctx.filesystemId, { item: id });
    if (purged === 0) throw new AppError("not_found");
    await audit(tx, ctx, {
      action: "trash.item_deleted",
      target: { type: "filesystem", id: ctx.filesystemId },
      details: { item: id },
    });
    return cursor;
  }, LONG_TRANSACTION);

/** Deletes permanently what is in the trash now, in steps (spec 5.35). Returns the head. */
export async function emptyTrash(ctx: FilesystemContext): Promise<string> {
  const { db } = ctx.services;
  const before = await db.$transaction(async (tx) => {
    const [now] = await tx.$queryRaw<{ at: Date; items: number }[]>`
      SELECT clock_timestamp() AS at, count(*)::int AS items FROM trash_item
      WHERE filesystem_id = ${ctx.filesystemId}`;
    if (now === undefined) throw new Error("the database returned no row");
    await audit(tx, ctx, {
      action: "trash.emptied",
      target: { type: "filesystem", id: ctx.filesystemId },
      details: { items: now.items },
    });
    return now.at;
  });
  for (;;) {
    const { purged, cursor } = await purgeStep(db, ctx.filesystemId, { before });
    if (purged === 0) return cursor;
  }
}

/** One step of deleting the oldest items, or one of them. */
export async function purgeStep(
  db: Db | Prisma.TransactionClient,
  filesystemId: string,
  { item, before }: { item?: string; before?: Date },
): Promise<Purged> {
  const [row] = await db.$queryRaw<Purged[]>`
    SELECT purged, coalesce(cursor, 0)::text AS cursor FROM trash_purge(${filesystemId}, ${item ?? null},
      coalesce(${before ?? null}::timestamptz, 'infinity'), ${STEP_ENTRIES}::bigint)`;
  if (row === undefined) throw new Error("the database returned no row");
  return row;
}
