import { audit } from "@/lib/audit/record";
import type { OrganisationContext } from "@/lib/auth/context";
import { retryDeadlock } from "@/lib/db/retry-deadlock";
import { AppError } from "@/lib/errors";
import { organisationDeletedEmail } from "@/lib/mail/emails";

import { lockMembers } from "./lock-members";

// Large copies may lock filesystems for seconds, and the deletion waits for them.
const TIMEOUT_MS = 30_000;

/**
 * Deletes an organisation (spec 4.45). With the commit no one reaches it: its members and invitations are gone, its keys
 * are revoked, its mounts end and no attempt of its webhooks starts. Its data is purged later by
 * `purgeDeletedOrganisations`; its audit log stays. Its owners are notified.
 * @throws AppError `forbidden` for anyone but an owner
 */
export async function deleteOrganisation(ctx: OrganisationContext): Promise<void> {
  const { name: organisation, owners } = await retryDeadlock(() => deleteOnce(ctx));
  for (const to of owners) {
    const email = organisationDeletedEmail({ to, organisation, by: ctx.actor.name });
    ctx.services.mail.send(email, "notice");
  }
}

async function deleteOnce(ctx: OrganisationContext) {
  const { orgId, services } = ctx;
  return services.db.$transaction(
    async (tx) => {
      if ((await lockMembers(tx, ctx)) !== "owner") throw new AppError("forbidden");
      const deleted_at = new Date();
      // Each waits for requests that hold the row; what those created is seen afterwards.
      await tx.invitation.deleteMany({ where: { org_id: orgId } });
      await tx.api_key.updateMany({
        where: { org_id: orgId, revoked_at: null },
        data: { revoked_at: deleted_at },
      });
      const owners = await tx.member.findMany({
        where: { org_id: orgId, role: "owner" },
        select: { user: { select: { email: true } } },
      });
      await tx.member.deleteMany({ where: { org_id: orgId } });
      await tx.$executeRaw`SELECT organisation_end_access(${orgId})`;
      const { name } = await tx.organisation.update({
        where: { id: orgId },
        // Without its creator it no longer counts among those they may create.
        data: { deleted_at, created_by: null },
      });
      const target = { type: "organisation", id: orgId };
      await audit(tx, ctx, { action: "organisation.deleted", target, details: { name } });
      return { name, owners: owners.map(({ user }) => user.email) };
    },
    { timeout: TIMEOUT_MS },
  );
}
