import { audit } from "@/lib/audit/record";
import type { UserContext } from "@/lib/auth/context";

/** Changes the caller's name, which members and the audit log show from then on (spec 4.47). */
export async function renameUser(ctx: UserContext, { name }: { name: string }) {
  const { id, email, name: before } = ctx.actor;
  await ctx.services.db.$transaction(async (tx) => {
    await tx.user.update({ where: { id }, data: { name } });
    const details = { name, before: { name: before } };
    await audit(tx, ctx, { action: "user.renamed", target: { type: "user", id }, details });
  });
  return { id, email, name };
}
