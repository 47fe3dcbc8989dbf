import type { VisitorContext } from "@/lib/auth/context";
import { hashToken, isToken } from "@/lib/auth/token";
import { AppError } from "@/lib/errors";

/** Whether a link can still set a password, without using it up. @throws AppError `not_found` if not */
export async function checkPasswordReset(
  { services }: VisitorContext,
  { token }: { token: string },
): Promise<void> {
  if (!isToken("tmkpr_", token)) throw new AppError("not_found");
  const where = { hash: new Uint8Array(hashToken(token)), expires_at: { gt: new Date() } };
  if ((await services.db.password_reset.count({ where })) === 0) throw new AppError("not_found");
}
