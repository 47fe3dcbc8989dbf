import { randomBytes } from "node:crypto";

import type { UserContext } from "@/lib/auth/context";
import { LIMITS } from "@/lib/contract/limits";
import { AppError } from "@/lib/errors";

import { newChallenge } from "./challenges";
import { getRelyingParty } from "./relying-party";
import { listCredentials, TIMEOUT_MS } from "./request-options";
import { requireConfirmation } from "./require-confirmation";
import { ALGORITHMS } from "./verify";

const HANDLE_BYTES = 32;

/**
 * Starts adding a passkey: what the browser asks an authenticator to create (spec 4.49).
 * @throws AppError `passkey_limit_reached`, `passkeys_unavailable`, `reauthentication_required`
 */
export async function startPasskey(ctx: UserContext) {
  const { actor, services } = ctx;
  const { id, name } = getRelyingParty(services.settings);
  await requireConfirmation(ctx);
  const existing = await listCredentials(services.db, actor.id);
  if (existing.length >= LIMITS.passkeys) throw new AppError("passkey_limit_reached");
  const use = { purpose: "registration" as const, boundTo: actor.credential };
  const handle = await getHandle(ctx);
  return {
    challenge: await newChallenge(services.db, use),
    rp: { id, name },
    user: { id: handle.toString("base64url"), name: actor.email, displayName: actor.name },
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: "public-key" as const, alg })),
    timeout: TIMEOUT_MS,
    // An authenticator that has one already says so instead of replacing it.
    excludeCredentials: existing,
    authenticatorSelection: {
      residentKey: "required" as const,
      requireResidentKey: true as const,
      userVerification: "required" as const,
    },
    attestation: "none" as const,
  };
}

/** What authenticators know the user by: drawn once, so that one authenticator has one passkey for an account. */
async function getHandle({ actor, services }: UserContext): Promise<Buffer> {
  const drawn = new Uint8Array(randomBytes(HANDLE_BYTES));
  const [row] = await services.db.$queryRaw<{ passkey_handle: Uint8Array }[]>`
    UPDATE app_user SET passkey_handle = coalesce(passkey_handle, ${drawn})
    WHERE id = ${actor.id} RETURNING passkey_handle`;
  if (row === undefined) throw new AppError("unauthenticated");
  return Buffer.from(row.passkey_handle);
}
