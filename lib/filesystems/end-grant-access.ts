import type { FilesystemContext } from "@/lib/auth/context";
import type { Prisma } from "@/lib/db/client";
import { AppError } from "@/lib/errors";

/** Ends what a key did on the filesystem by its grant; `readingStays`: only its writing. */
export async function endAccess(
  tx: Prisma.TransactionClient,
  { orgId, filesystemId }: FilesystemContext,
  keyId: string,
  readingStays: boolean,
): Promise<void> {
  await tx.$executeRaw`SELECT access_ended(${`key:${keyId}`}, ${orgId}, ${filesystemId}, ${readingStays})`;
}

/** @throws AppError `forbidden` for a key's own grant */
export function refuseOwn(ctx: FilesystemContext, keyId: string): void {
  if (keyId === ctx.actor.id) throw new AppError("forbidden");
}
