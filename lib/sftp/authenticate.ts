import ssh2, { type AuthContext, type PublicKeyAuthContext } from "ssh2";

import type { VisitorContext } from "@/lib/auth/context";
import { addressKey } from "@/lib/http/peer";
import { limitRate } from "@/lib/http/rate-limit";
import { findKeySession, logInWithPassword, type MountLogin } from "@/lib/mounts/log-in";

/** `offered`: the key would be accepted, and the client may now sign with it. */
export type Verdict = { login: MountLogin } | "offered" | "refused";

/**
 * Judges an attempt to log in, by password or public key (spec 3.19). Failures count by address, as wrong credentials
 * of the API do; offers of keys and the question which methods there are do not.
 * @throws AppError `rate_limited` for one failure too many
 */
export async function judgeLogin(ctx: VisitorContext, attempt: AuthContext): Promise<Verdict> {
  if (attempt.method === "password") {
    const login = await logInWithPassword(ctx, attempt.username, attempt.password);
    if (login !== null) return { login };
  } else if (attempt.method === "publickey") {
    const verdict = await judgeKey(ctx, attempt);
    if (verdict !== "refused" || attempt.signature === undefined) return verdict;
  } else return "refused";
  await limitRate(ctx.services.rateLimits, "anonymous", addressKey(ctx.address), new Headers());
  return "refused";
}

async function judgeKey(ctx: VisitorContext, attempt: PublicKeyAuthContext): Promise<Verdict> {
  const { username, key, signature, blob, hashAlgo } = attempt;
  const found = await findKeySession(ctx.services, username);
  const [type, encoded] = found?.publicKey.split(" ") ?? [];
  if (found === null || key.data.toString("base64") !== encoded) return "refused";
  const parsed = ssh2.utils.parseKey(found.publicKey);
  // Without its own hash an RSA signature is one of SHA-1.
  if (parsed instanceof Error || (type === "ssh-rsa" && hashAlgo === undefined)) return "refused";
  if (signature === undefined || blob === undefined) return "offered";
  // It returns an error for a malformed signature, whatever its type says.
  const verified: unknown = parsed.verify(blob, signature, hashAlgo);
  return verified === true ? { login: found.login } : "refused";
}
