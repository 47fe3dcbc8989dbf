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
  { actor, orgId, filesystemId }: FilesystemContext,
  mode: Mode,
): Promise<void> {
  const credential = presentedBy(actor);
  const [held] = await tx.$queryRaw<{ mode: Mode | null }[]>`
    SELECT credential_hold(${credential}, ${orgId}, ${filesystemId}) AS mode`;
  if (held?.mode === "rw" || held?.mode === mode) return;
  const [reach] = await tx.$queryRaw<{ live: boolean }[]>`
    SELECT live FROM credential_reach(${credential}, ${orgId}, ${filesystemId})`;
  throw new AppError(reach?.live === true ? "no_grant" : "unauthenticated");
}
