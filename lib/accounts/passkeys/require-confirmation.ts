import { readSecurity } from "@/lib/accounts/read-security";
import type { UserContext } from "@/lib/auth/context";
import { AppError } from "@/lib/errors";

/**
 * Checks that the caller confirmed who they are, or has no way to do so: a user of GitHub without a password adds the
 * first passkey in a session that they opened within the last ten minutes (spec 3.26).
 * @throws AppError `reauthentication_required`
 */
export async function requireConfirmation(ctx: UserContext): Promise<void> {
  if (ctx.actor.isRecent) return;
  const { has_password: hasPassword, providers, passkeys } = await readSecurity(ctx);
  if (hasPassword || providers.length > 0 || passkeys > 0)
    throw new AppError("reauthentication_required");
}
