import { audit } from "@/lib/audit/record";
import type { FilesystemContext } from "@/lib/auth/context";
import { isId } from "@/lib/contract/common";
import { AppError } from "@/lib/errors";

import { endAccess, refuseOwn } from "./end-grant-access";

/** Removes a key's grant; its webhooks on the filesystem end in the same transaction. */
export async function removeGrant(ctx: FilesystemContext, keyId: string): Promise<void> {
  if (!isId("key", keyId)) throw new AppError("not_found");
  refuseOwn(ctx, keyId);
  await ctx.services.db.$transaction(async (tx) => {
    const [removed] = await tx.$queryRaw<{ mode: string }[]>`
      DELETE FROM filesystem_grant WHERE api_key_id = ${keyId} AND filesystem_id = ${ctx.filesystemId}
      RETURNING mode`;
    if (removed === undefined) throw new AppError("not_found");
    await endAccess(tx, ctx, keyId, false);
    await audit(tx, ctx, {
      action: "grant.removed",
      target: { type: "api_key", id: keyId },
      details: { filesystem_id: ctx.filesystemId, before: { mode: removed.mode } },
    });
  });
}
