import { audit } from "@/lib/audit/record";
import { whatChanged } from "@/lib/audit/what-changed";
import type { UserContext } from "@/lib/auth/context";
import { AppError } from "@/lib/errors";

import { present } from "./read-passkeys";

/** Renames one of the caller's passkeys (spec 4.49). @throws AppError `not_found` */
export async function renamePasskey(ctx: UserContext, { id, name }: { id: string; name: string }) {
  return ctx.services.db.$transaction(async (tx) => {
    const where = { id, user_id: ctx.actor.id };
    const before = await tx.passkey.findFirst({ where });
    const { count } = await tx.passkey.updateMany({ where, data: { name } });
    if (before === null || count === 0) throw new AppError("not_found");
    const target = { type: "passkey", id };
    const details = whatChanged({ name: before.name }, { name });
    if (details !== null) await audit(tx, ctx, { action: "passkey.renamed", target, details });
    return present({ ...before, name });
  });
}
