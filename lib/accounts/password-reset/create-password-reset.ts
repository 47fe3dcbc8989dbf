import { audit } from "@/lib/audit/record";
import { hashToken, newToken } from "@/lib/auth/token";
import type { Db } from "@/lib/db/client";

const HOUR_MS = 60 * 60 * 1000;

/**
 * A link with which the person of an address sets a new password, within an hour and once (spec 4.9). For
 * the operator's shell and for an e-mail to that very address; nobody else may see one.
 * @param by who asked: the shell, which is audited, or a visitor, who may see it only in the e-mail
 * @returns the link with the person it is for; null when the address has no account
 */
export async function createPasswordReset(
  db: Db,
  { email, appUrl, by }: { email: string; appUrl: URL; by: "shell" | "visitor" },
) {
  const person = await db.person.findUnique({ where: { email: email.toLowerCase() } });
  if (person === null) return null;
  const token = newToken("tmkpr_");
  const url = new URL("/reset-password", appUrl);
  url.hash = token;
  const expiresAt = new Date(Date.now() + HOUR_MS);
  await db.$transaction(async (tx) => {
    await tx.password_reset.create({
      data: {
        hash: new Uint8Array(hashToken(token)),
        person_id: person.id,
        emailed: by === "visitor",
        expires_at: expiresAt,
      },
    });
    const target = { type: "person", id: person.id };
    if (by === "shell") await audit(tx, "shell", { action: "password_reset.created", target });
  });
  return { id: person.id, url: url.href, expires_at: expiresAt.toISOString() };
}
