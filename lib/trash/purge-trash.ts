import { audit } from "@/lib/audit/record";
import type { FilesystemContext } from "@/lib/auth/context";
import { checkAccess } from "@/lib/auth/hold-access";
import { type Db, LONG_TRANSACTION, type Prisma } from "@/lib/db/client";
import { AppError } from "@/lib/errors";

// A step takes about 100 ms, so other writes run in between; an item is deleted as a whole.
const STEP_ENTRIES = 5_000;

type Purged = { purged: number; cursor: string };

/**
 * Deletes an item of the trash permanently (spec 5.35). Returns the head.
 * @throws AppError `not_found`, `no_grant` or `unauthenticated` if access was lost meanwhile
 */
export const purgeItem = (ctx: FilesystemContext, id: string): Promise<string> =>
  ctx.services.db.$transaction(async (tx) => {
    const { purged, cursor } = await purgeAs(tx, ctx, { item: id });
    if (purged === 0) throw new AppError("not_found");
    await audit(tx, ctx, {
      action: "trash.item_deleted",
      target: { type: "filesystem", id: ctx.filesystemId },
      details: { item: id },
    });
    return cursor;
  }, LONG_TRANSACTION);

/**
 * Deletes permanently what is in the trash now, in steps (spec 5.35). Returns the head.
 * @throws AppError `not_found` if the filesystem was deleted meanwhile, `no_grant` or `unauthenticated` if access was
 *   lost; later steps are not made then
 */
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
    const { purged, cursor } = await db.$transaction(
      (tx) => purgeAs(tx, ctx, { before }),
      LONG_TRANSACTION,
    );
    if (purged === 0) return cursor;
  }
}

type Which = { item?: string; before?: Date };

/** One step by a caller, whose access is checked under the lock, as that of every write. */
async function purgeAs(tx: Prisma.TransactionClient, ctx: FilesystemContext, which: Which) {
  const found = await tx.$executeRaw`
    SELECT FROM filesystem WHERE id = ${ctx.filesystemId} FOR NO KEY UPDATE`;
  if (found === 0) throw new AppError("not_found");
  await checkAccess(tx, ctx, "rw");
  return purgeStep(tx, ctx.filesystemId, which);
}

/** One step of deleting the oldest items, or one of them. */
export async function purgeStep(
  db: Db | Prisma.TransactionClient,
  filesystemId: string,
  { item, before }: Which,
): Promise<Purged> {
  const [row] = await db.$queryRaw<Purged[]>`
    SELECT purged, coalesce(cursor, 0)::text AS cursor FROM trash_purge(${filesystemId}, ${item ?? null},
      coalesce(${before ?? null}::timestamptz, 'infinity'), ${STEP_ENTRIES}::bigint)`;
  if (row === undefined) throw new Error("the database returned no row");
  return row;
}
