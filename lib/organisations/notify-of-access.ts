import type { Role } from "@/lib/auth/actor";
import type { OrganisationContext } from "@/lib/auth/context";
import { sendSecurityEmail } from "@/lib/mail/send-security-email";

/** Notifies the user who made an API key or gave it a new secret: a stolen session would. Call it after the commit. */
export async function notifyOfKey(
  ctx: OrganisationContext,
  event: { happened: "created" | "rotated"; name: string },
): Promise<void> {
  if (ctx.actor.type !== "user") return;
  const organisation = await nameOf(ctx);
  sendSecurityEmail(ctx.services, ctx.actor.email, { type: "api_key", organisation, ...event });
}

/** Notifies a member whose role another one changed. Call it after the commit. */
export async function notifyOfRole(
  ctx: OrganisationContext,
  { to, role }: { to: { id: string; email: string }; role: Role },
): Promise<void> {
  const { actor, services } = ctx;
  if (actor.id === to.id) return;
  const organisation = await nameOf(ctx);
  sendSecurityEmail(services, to.email, {
    type: "role_changed",
    role,
    organisation,
    by: actor.name,
  });
}

async function nameOf({ orgId, services }: OrganisationContext): Promise<string> {
  const found = await services.db.organisation.findUnique({ where: { id: orgId } });
  return found?.name ?? orgId;
}
