import { audit } from "@/lib/audit/record";
import { hashToken, newToken } from "@/lib/auth/token";
import type { Db } from "@/lib/db/client";

const HOUR_MS = 60 * 60 * 1000;

/**
 * Creates a password reset link that works once within an hour (spec 4.9). Only for the operator's shell and
 * for an e-mail to that address; no one else may see it.
 * @param by the shell, which is audited, or a visitor, who may get it only by e-mail
 * @returns the link and its user; null if the address has no account
 */
export async function createPasswordReset(
  db: Db,
  { email, appUrl, by }: { email: string; appUrl: URL; by: "shell" | "visitor" },
) {
  const user = await db.user.findUnique({ where: { email: email.toLowerCase() } });
  if (user === null) return null;
  const token = newToken("tmkpr_");
  const url = new URL("/reset-password", appUrl);
  url.hash = token;
  const expiresAt = new Date(Date.now() + HOUR_MS);
  const isMade = await db.$transaction(async (tx) => {
    // A change of the address either waits, and then ends this link too, or has taken it from the account.
    const held = await tx.$queryRaw<object[]>`
      SELECT FROM app_user WHERE id = ${user.id} AND email = ${user.email} FOR SHARE`;
    if (held.length === 0) return false;
    await tx.password_reset.create({
      data: {
        hash: new Uint8Array(hashToken(token)),
        user_id: user.id,
        emailed: by === "visitor",
        expires_at: expiresAt,
      },
    });
    const target = { type: "user", id: user.id };
    if (by === "shell") await audit(tx, "shell", { action: "password_reset.created", target });
    return true;
  });
  if (!isMade) return null;
  return { id: user.id, url: url.href, expires_at: expiresAt.toISOString() };
}
