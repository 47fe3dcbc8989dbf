import { audit } from "@/lib/audit/record";
import { whatChanged } from "@/lib/audit/what-changed";
import type { OrganisationContext } from "@/lib/auth/context";
import { isId } from "@/lib/contract/common";
import type { Topic } from "@/lib/contract/notices";
import { AppError, InvalidInput } from "@/lib/errors";

import { lockMembers } from "./lock-members";
import { findMember, present, readAdminFacts } from "./read-members";

/**
 * Chooses what a member gets e-mails about; null is the default of their role (spec 4.58).
 * @throws AppError `forbidden` if anyone but an owner chooses for others, `not_found`
 * @throws InvalidInput if their role may not see a topic
 */
export async function setAlerts(
  ctx: OrganisationContext,
  userId: string,
  { alerts }: { alerts: readonly Topic[] | null },
) {
  const { orgId, services } = ctx;
  const changed = await services.db.$transaction(async (tx) => {
    const own = await lockMembers(tx, ctx);
    if (userId !== ctx.actor.id && own !== "owner") throw new AppError("forbidden");
    if (!isId("user", userId)) throw new AppError("not_found");
    const before = await findMember(tx, orgId, userId);
    await tx.$executeRaw`
      UPDATE member SET alerts = ${alerts}::text[] WHERE org_id = ${orgId} AND user_id = ${userId}`;
    const after = await findMember(tx, orgId, userId);
    if (alerts?.some((topic) => !after.alerts.includes(topic))) throw notVisible();
    const details = whatChanged({ alerts: before.alerts }, { alerts: after.alerts });
    const target = { type: "user", id: userId };
    if (details !== null)
      await audit(tx, ctx, { action: "member.alerts_changed", target, details });
    return after;
  });
  return present(changed, await readAdminFacts(ctx, [userId]));
}

const notVisible = () =>
  new InvalidInput([
    { loc: ["body", "alerts"], msg: "only owners and admins can see API keys", type: "enum" },
  ]);
