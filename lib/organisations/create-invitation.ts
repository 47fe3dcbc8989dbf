import { audit } from "@/lib/audit/record";
import { actorName, type Role } from "@/lib/auth/actor";
import type { OrganisationContext, UserContext } from "@/lib/auth/context";
import { hashToken, newToken } from "@/lib/auth/token";
import type { Db, Prisma } from "@/lib/db/client";
import { AppError } from "@/lib/errors";
import { newId } from "@/lib/ids";
import { invitationEmail } from "@/lib/mail/emails";
import type { Settings } from "@/lib/settings";

import { lockMembersAsAdmin } from "./lock-members";
import { present } from "./read-invitations";
import { isOpen } from "./use-invitation";
import { mayInvite } from "./void-invitations";

type Reads = Db | Prisma.TransactionClient;

const WEEK_MS = 7 * 24 * 60 * 60 * 1000;

/**
 * Invites an address for seven days (spec 4.12). With a mail server the address is e-mailed its own link,
 * which verifies the address and which the inviter never sees.
 * @param input.email in lower case
 * @returns the invitation with the inviter's link, which is not shown again; its fragment is the token
 * @throws AppError `forbidden` if anyone but an owner invites an owner; `already_exists` if the address is a
 *   member's or has an open invitation; `invitation_limit_reached`; `rate_limited` if it would be too many e-mails
 */
export async function createInvitation(
  ctx: OrganisationContext & UserContext,
  { email, role }: { email: string; role: Role },
) {
  const { services } = ctx;
  const token = newToken("tmkinv_");
  const emailedToken = services.settings.mail.url === undefined ? null : newToken("tmkinv_");
  const id = newId("inv");
  const takeBack = emailedToken === null ? null : await countEmail(ctx, email, role);
  const hashes = {
    hash: new Uint8Array(hashToken(token)),
    emailed_hash: emailedToken === null ? null : new Uint8Array(hashToken(emailedToken)),
  };
  const row = await insert(ctx, { id, email, role, ...hashes }).catch(async (refusal: unknown) => {
    await takeBack?.();
    throw refusal;
  });
  const { organisation, ...invitation } = row;
  const { mail, settings } = services;
  if (emailedToken !== null) {
    const url = linkOf(settings, emailedToken);
    const inviter = ctx.actor;
    const sent = { to: email, organisation: organisation.name, inviter, url };
    mail.send(invitationEmail(sent), "notice");
  }
  return { ...present(invitation), url: linkOf(settings, token), emailed: emailedToken !== null };
}

type Inserted = Pick<
  Prisma.invitationUncheckedCreateInput,
  "id" | "email" | "role" | "hash" | "emailed_hash"
>;

const insert = (ctx: OrganisationContext & UserContext, input: Inserted & { role: Role }) =>
  ctx.services.db.$transaction(async (tx) => {
    const { orgId, services } = ctx;
    const { id, email, role } = input;
    if (!mayInvite(await lockMembersAsAdmin(tx, ctx), role)) throw new AppError("forbidden");
    await refuseSecond(tx, orgId, email);
    await refuseTooMany(tx, orgId, services.settings.limits.invitations);
    const created = await tx.invitation.create({
      data: {
        ...input,
        org_id: orgId,
        created_by: actorName(ctx.actor),
        expires_at: new Date(Date.now() + WEEK_MS),
      },
      include: { organisation: true },
    });
    const target = { type: "invitation", id };
    await audit(tx, ctx, { action: "invitation.created", target, details: { email, role } });
    return created;
  });

// Before the transaction: counting takes another connection, and transactions that wait for one could hold them all.
async function countEmail(ctx: OrganisationContext, email: string, role: Role) {
  const { orgId, services } = ctx;
  if (ctx.role === null || !mayInvite(ctx.role, role)) throw new AppError("forbidden");
  await refuseSecond(services.db, orgId, email);
  await refuseTooMany(services.db, orgId, services.settings.limits.invitations);
  return services.invitationLimits.count({ orgId, email });
}

function linkOf({ appUrl }: Pick<Settings, "appUrl">, token: string): string {
  const link = new URL("/invitation", appUrl);
  link.hash = token;
  return link.href;
}

async function refuseSecond(tx: Reads, orgId: string, email: string) {
  const member = await tx.member.findFirst({ where: { org_id: orgId, user: { email } } });
  const open = await tx.invitation.findFirst({ where: { org_id: orgId, email, ...isOpen() } });
  if (member !== null || open !== null) throw new AppError("already_exists");
}

async function refuseTooMany(tx: Reads, orgId: string, limit: number) {
  if ((await tx.invitation.count({ where: { org_id: orgId, ...isOpen() } })) >= limit)
    throw new AppError("invitation_limit_reached", { limit });
}
