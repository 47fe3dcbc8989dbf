import { createHash, randomBytes } from "node:crypto";

import { CEREMONY_SECONDS } from "@/lib/auth/ceremony-cookie";
import type { Db } from "@/lib/db/client";

/** What a challenge is for, and who asked: a session, or a browser without one. It is good for nothing else. */
export type ChallengeUse = {
  purpose: "registration" | "sign_in" | "second_factor" | "reauthentication";
  boundTo: string;
};

const BYTES = 32;

/** Creates a challenge, in Base64url, that works once within five minutes. */
export async function newChallenge(db: Db, { purpose, boundTo }: ChallengeUse): Promise<string> {
  const challenge = randomBytes(BYTES).toString("base64url");
  await db.$executeRaw`
    INSERT INTO passkey_challenge (hash, purpose, bound_to, expires_at)
    VALUES (${hashOf(challenge)}, ${purpose}, ${boundTo}, clock_timestamp() + ${`${CEREMONY_SECONDS} s`}::interval)`;
  return challenge;
}

/**
 * Uses up the challenge that a browser says was signed.
 * @param clientData the browser's `clientDataJSON`, in Base64url
 * @returns the challenge in Base64url; null if it is unknown, used, expired, or of another use
 */
export async function spendChallenge(
  db: Db,
  clientData: string,
  { purpose, boundTo }: ChallengeUse,
): Promise<string | null> {
  const challenge = challengeIn(clientData);
  if (challenge === null) return null;
  const [spent] = await db.$queryRaw<{ live: boolean }[]>`
    DELETE FROM passkey_challenge
    WHERE hash = ${hashOf(challenge)} AND purpose = ${purpose} AND bound_to = ${boundTo}
    RETURNING expires_at > clock_timestamp() AS live`;
  return spent?.live === true ? challenge : null;
}

function challengeIn(clientData: string): string | null {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(clientData, "base64url").toString("utf8"));
    const { challenge }: { challenge?: unknown } = Object(parsed);
    return typeof challenge === "string" ? challenge : null;
  } catch {
    return null;
  }
}

const hashOf = (challenge: string) =>
  new Uint8Array(createHash("sha256").update(challenge).digest());
