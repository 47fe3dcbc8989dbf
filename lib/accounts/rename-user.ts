import { audit } from "@/lib/audit/record";
import { whatChanged } from "@/lib/audit/what-changed";
import type { UserContext } from "@/lib/auth/context";

/** Changes the caller's name, which members and the audit log show from then on (spec 4.47). */
export async function renameUser(ctx: UserContext, { name }: { name: string }) {
  const { id, email, name: before } = ctx.actor;
  await ctx.services.db.$transaction(async (tx) => {
    await tx.user.update({ where: { id }, data: { name } });
    const details = whatChanged({ name: before }, { name });
    const target = { type: "user", id };
    if (details !== null) await audit(tx, ctx, { action: "user.renamed", target, details });
  });
  return { id, email, name };
}
