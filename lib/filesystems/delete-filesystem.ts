import { audit } from "@/lib/audit/record";
import type { FilesystemContext } from "@/lib/auth/context";
import { retryDeadlock } from "@/lib/db/retry-deadlock";
import { AppError } from "@/lib/errors";

// A large copy may lock the filesystem for seconds, and the deletion waits for it.
const TIMEOUT_MS = 30_000;

/**
 * Deletes a filesystem with its grants, webhooks, deliveries and mounts; no attempt starts afterwards (spec
 * 4.17, 7.13). Its entries and changes become unreachable and are purged later by `purgeDeletedFilesystems`.
 * @throws AppError `not_found`
 */
export async function deleteFilesystem(ctx: FilesystemContext): Promise<void> {
  // Pruning locks deliveries in a different order.
  await retryDeadlock(() => deleteOnce(ctx));
}

async function deleteOnce(ctx: FilesystemContext): Promise<void> {
  const { filesystemId: id, orgId, services } = ctx;
  await services.db.$transaction(
    async (tx) => {
      // Its name is gone afterwards.
      await audit(tx, ctx, { action: "filesystem.deleted", target: { type: "filesystem", id } });
      const [row] = await tx.$queryRaw<{ deleted: boolean }[]>`
        SELECT filesystem_delete(${id}, ${orgId}) AS deleted`;
      if (row?.deleted !== true) throw new AppError("not_found");
    },
    { timeout: TIMEOUT_MS },
  );
}
