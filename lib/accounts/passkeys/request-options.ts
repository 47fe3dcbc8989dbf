import { CEREMONY_SECONDS } from "@/lib/auth/ceremony-cookie";
import type { Db } from "@/lib/db/client";
import type { Uses } from "@/lib/services";

import { type ChallengeUse, newChallenge } from "./challenges";
import { getRelyingParty } from "./relying-party";

/** Milliseconds in which the user has to use the authenticator. */
export const TIMEOUT_MS = CEREMONY_SECONDS * 1000;

/**
 * What a browser asks an authenticator to sign.
 * @param userId whose passkeys may sign; null for any, which the browser then lets the user choose
 * @throws AppError `passkeys_unavailable`
 */
export async function requestOptions(
  { db, settings }: Uses<"db" | "settings">,
  use: ChallengeUse,
  userId: string | null,
) {
  const { id } = getRelyingParty(settings);
  return {
    challenge: await newChallenge(db, use),
    rpId: id,
    timeout: TIMEOUT_MS,
    userVerification: "required" as const,
    allowCredentials: userId === null ? [] : await listCredentials(db, userId),
  };
}

/** A user's passkeys, as browsers name them. */
export async function listCredentials(db: Db, userId: string) {
  const rows = await db.passkey.findMany({
    where: { user_id: userId },
    select: { credential_id: true, transports: true },
  });
  return rows.map(({ credential_id: id, transports }) => ({
    id: Buffer.from(id).toString("base64url"),
    type: "public-key" as const,
    transports,
  }));
}
