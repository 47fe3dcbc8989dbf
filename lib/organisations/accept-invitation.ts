import type { UserContext } from "@/lib/auth/context";
import { holdCaller } from "@/lib/auth/hold-caller";
import { hashToken, isToken } from "@/lib/auth/token";
import { AppError } from "@/lib/errors";

import { present } from "./read-invitations";
import { toRole } from "./read-members";
import { useInvitation } from "./use-invitation";

/**
 * Accepts an invitation to the caller's address (spec 4.13). Existing members keep their role; the
 * invitation is used up.
 * @returns the invitation, its organisation and the caller's role there
 * @throws AppError `not_found` for an unknown, used, voided or expired token and for another address alike;
 *   `email_verification_required` if the address is unverified and another link was e-mailed
 */
export async function acceptInvitation(ctx: UserContext, { token }: { token: string }) {
  if (!isToken("tmkinv_", token)) throw new AppError("not_found");
  const { actor: user, address, requestId } = ctx;
  const used = await ctx.services.db.$transaction(async (tx) => {
    await holdCaller(tx, user, "change");
    return useInvitation(tx, { hash: hashToken(token), user, address, requestId });
  });
  return { ...present(used), org_id: used.org_id, role: toRole(used.role) };
}
