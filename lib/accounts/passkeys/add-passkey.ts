import { holdFactors } from "@/lib/accounts/second-factor/hold-factors";
import { replaceRecoveryCodes } from "@/lib/accounts/second-factor/recovery-codes";
import { audit } from "@/lib/audit/record";
import type { UserContext } from "@/lib/auth/context";
import { holdCaller } from "@/lib/auth/hold-caller";
import { LIMITS } from "@/lib/contract/limits";
import type { Attestation } from "@/lib/contract/passkeys";
import { AppError } from "@/lib/errors";
import { newId } from "@/lib/ids";
import { log } from "@/lib/log";
import { sendSecurityEmail } from "@/lib/mail/send-security-email";

import { spendChallenge } from "./challenges";
import { present } from "./read-passkeys";
import { getRelyingParty } from "./relying-party";
import { requireConfirmation } from "./require-confirmation";
import { verifyAttestation } from "./verify";

type Input = { name: string; credential: Attestation };

/**
 * Adds the passkey that an authenticator created (spec 4.49).
 * @returns the passkey, and recovery codes if it is the first second factor
 * @throws AppError `passkey_invalid`, `already_exists` if an account has it, `passkey_limit_reached`,
 *   `passkeys_unavailable`, `reauthentication_required`
 */
export async function addPasskey(ctx: UserContext, { name, credential }: Input) {
  const { actor, services } = ctx;
  const { db, settings } = services;
  const party = getRelyingParty(settings);
  await requireConfirmation(ctx);
  const use = { purpose: "registration" as const, boundTo: actor.credential };
  const challenge = await spendChallenge(db, credential.response.clientDataJSON, use);
  const made =
    challenge === null ? "challenge" : await verifyAttestation({ credential, challenge, party });
  if (typeof made === "string") {
    log.warn({ requestId: ctx.requestId, reason: made }, "new passkey refused");
    throw new AppError("passkey_invalid");
  }
  const added = await db.$transaction(async (tx) => {
    await holdCaller(tx, actor, "change");
    const held = await holdFactors(tx, actor.id);
    if (held.passkeys >= LIMITS.passkeys) throw new AppError("passkey_limit_reached");
    const id = newId("pk");
    const data = { ...made, id, name, user_id: actor.id };
    const { count } = await tx.passkey.createMany({ data, skipDuplicates: true });
    if (count === 0) throw new AppError("already_exists");
    const target = { type: "passkey", id };
    await audit(tx, ctx, { action: "passkey.added", target, details: { name } });
    const isFirst = !held.app && held.passkeys === 0;
    return {
      ...present(await tx.passkey.findUniqueOrThrow({ where: { id } })),
      recovery_codes: isFirst ? await replaceRecoveryCodes(tx, actor.id) : [],
    };
  });
  sendSecurityEmail(services, actor.email, { type: "passkey", happened: "added", name });
  return added;
}
