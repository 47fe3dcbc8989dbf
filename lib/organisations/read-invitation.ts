import type { VisitorContext } from "@/lib/auth/context";
import { hashToken, isToken } from "@/lib/auth/token";
import { AppError } from "@/lib/errors";

import { toRole } from "./read-members";
import { findInvitation } from "./use-invitation";

/**
 * What an invitation's link leads to, for the page that it opens (spec 4.55).
 * @throws AppError `not_found` for an unknown, used, voided or expired token
 */
export async function readInvitation({ services }: VisitorContext, { token }: { token: string }) {
  if (!isToken("tmkinv_", token)) throw new AppError("not_found");
  const found = await findInvitation(services.db, hashToken(token));
  if (found === null) throw new AppError("not_found");
  const { email, role, created_by, expires_at, organisation } =
    await services.db.invitation.findUniqueOrThrow({
      where: { id: found.id },
      include: { organisation: { select: { name: true } } },
    });
  const inviter = await services.db.user.findUnique({
    where: { id: created_by.replace(/^user:/, "") },
    select: { name: true },
  });
  return {
    organisation: organisation.name,
    invited_by: inviter?.name ?? null,
    email,
    role: toRole(role),
    expires_at: expires_at.toISOString(),
  };
}
