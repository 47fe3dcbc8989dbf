import type { Prisma } from "@/lib/db/client";
import { AppError } from "@/lib/errors";

import { type Mode, presentedBy } from "./actor";
import type { FilesystemContext } from "./context";

/**
 * Holds the caller's access to the filesystem until the commit: what takes it away waits, and then finds what this
 * transaction made. The first statement, as `holdCaller` is where no filesystem is concerned.
 * @throws AppError `unauthenticated` if the credential has ended meanwhile, `no_grant` if its access has
 */
export async function holdAccess(
  tx: Prisma.TransactionClient,
  ctx: FilesystemContext,
  mode: Mode,
): Promise<void> {
  const [held] = await tx.$queryRaw<{ mode: Mode | null }[]>`
    SELECT credential_hold(${presentedBy(ctx.actor)}, ${ctx.orgId}, ${ctx.filesystemId}) AS mode`;
  if (held?.mode === "rw" || held?.mode === mode) return;
  throw refusalOf(await reachOf(tx, ctx));
}

/**
 * Checks the caller's access to the filesystem again, as every write does (spec 5.20). For what takes too long to hold
 * it: taking it away does not wait.
 * @throws AppError `unauthenticated`, `no_grant`, as `holdAccess`
 */
export async function checkAccess(
  tx: Prisma.TransactionClient,
  ctx: FilesystemContext,
  mode: Mode,
): Promise<void> {
  const reach = await reachOf(tx, ctx);
  if (reach?.mode !== "rw" && reach?.mode !== mode) throw refusalOf(reach);
}

type Reach = { live: boolean; mode: Mode | null };

async function reachOf(tx: Prisma.TransactionClient, ctx: FilesystemContext) {
  const [reach] = await tx.$queryRaw<Reach[]>`
    SELECT live, mode FROM credential_reach(${presentedBy(ctx.actor)}, ${ctx.orgId}, ${ctx.filesystemId})`;
  return reach;
}

const refusalOf = (reach: Reach | undefined) =>
  new AppError(reach?.live === true ? "no_grant" : "unauthenticated");
