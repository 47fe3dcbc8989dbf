import { audit } from "@/lib/audit/record";
import type { Assertion } from "@/lib/contract/passkeys";
import type { Prisma } from "@/lib/db/client";
import { AppError } from "@/lib/errors";
import { log } from "@/lib/log";
import type { Uses } from "@/lib/services";

import { type ChallengeUse, spendChallenge } from "./challenges";
import { getRelyingParty } from "./relying-party";
import { verifySignature } from "./verify";

type Input = {
  use: ChallengeUse;
  credential: Assertion;
  /** Whose passkey it has to be; undefined: that of any user. */
  userId?: string;
  caller: { address: string; requestId: string };
};

/** A passkey that was just used, and its user. */
export type UsedPasskey = {
  id: string;
  signs_in: boolean;
  user: { id: string; name: string; disabled_at: Date | null };
};

type Row = UsedPasskey & {
  public_key: Uint8Array<ArrayBuffer>;
  counter: bigint;
  user: { passkey_handle: Uint8Array | null };
};

const SHOWN = {
  id: true,
  signs_in: true,
  public_key: true,
  counter: true,
  user: { select: { id: true, name: true, disabled_at: true, passkey_handle: true } },
} as const;

/**
 * Checks what an authenticator signed (spec 3.26) and uses up its challenge. The reason of a refusal is logged only.
 * @throws AppError `passkey_invalid`, `passkeys_unavailable`
 */
export async function checkAssertion(
  { db, settings }: Uses<"db" | "settings">,
  { use, credential, userId, caller }: Input,
): Promise<UsedPasskey> {
  const party = getRelyingParty(settings);
  const { clientDataJSON } = credential.response;
  const challenge = await spendChallenge(db, clientDataJSON, use);
  if (challenge === null) throw refused("challenge", caller.requestId);
  const used = await db.$transaction(async (tx) => {
    const row = await holdPasskey(tx, credential.id);
    if (row === null) return "unknown credential";
    if ((userId ?? row.user.id) !== row.user.id) return "credential of another user";
    const handle = credential.response.userHandle;
    if (handle === undefined ? userId === undefined : !isHandleOf(row, handle))
      return "user handle";
    const counter = await verifySignature({ credential, challenge, party, key: row.public_key });
    if (typeof counter === "string") return counter;
    if (hasGoneBack(row.counter, counter)) {
      const actor = { type: "user" as const, ...row.user };
      const target = { type: "passkey", id: row.id };
      const details = { reason: "counter", counter, before: { counter: Number(row.counter) } };
      await audit(tx, { ...caller, actor }, { action: "passkey.refused", target, details });
      return "counter went back";
    }
    const data = { counter, last_used_at: new Date() };
    await tx.passkey.update({ where: { id: row.id }, data });
    return row;
  });
  if (typeof used === "string") throw refused(used, caller.requestId);
  return used;
}

// Locked until the commit, so that of two uses the second is compared with the counter of the first.
async function holdPasskey(tx: Prisma.TransactionClient, id: string): Promise<Row | null> {
  const credential_id = new Uint8Array(Buffer.from(id, "base64url"));
  await tx.$queryRaw`SELECT FROM passkey WHERE credential_id = ${credential_id} FOR UPDATE`;
  return tx.passkey.findUnique({ where: { credential_id }, select: SHOWN });
}

// Some security keys leave it out when they are asked for certain credentials; only then it may be missing.
const isHandleOf = ({ user }: Row, handle: string) =>
  user.passkey_handle !== null &&
  Buffer.from(user.passkey_handle).equals(Buffer.from(handle, "base64url"));

/** Whether an authenticator that counts was copied: another one has signed since. */
const hasGoneBack = (before: bigint, counter: number) =>
  (counter > 0 || before > 0n) && BigInt(counter) <= before;

function refused(reason: string, requestId: string): AppError {
  log.warn({ requestId, reason }, "passkey refused");
  return new AppError("passkey_invalid");
}
