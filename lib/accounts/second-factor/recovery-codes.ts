import { createHash, randomBytes } from "node:crypto";

import type { Prisma } from "@/lib/db/client";

import { toBase32 } from "./totp";

const COUNT = 10;
// 80 bits: too many to guess even from the hashes, so these need no key stretching.
const BYTES = 10;

/** Replaces a user's recovery codes. Returns the new ones, like `abcd-efgh-ijkl-mnop`; only their hashes are stored. */
export async function replaceRecoveryCodes(
  tx: Prisma.TransactionClient,
  userId: string,
): Promise<string[]> {
  const codes = Array.from({ length: COUNT }, () => toBase32(randomBytes(BYTES)).toLowerCase());
  await tx.recovery_code.deleteMany({ where: { user_id: userId } });
  await tx.recovery_code.createMany({
    data: codes.map((code) => ({ user_id: userId, hash: hashOf(code) })),
  });
  return codes.map((code) => code.match(/.{4}/g)?.join("-") ?? code);
}

/** Uses up a recovery code; false if the user has no such unused one. Case, spaces and dashes are ignored. */
export async function spendRecoveryCode(
  tx: Prisma.TransactionClient,
  userId: string,
  given: string,
): Promise<boolean> {
  const hash = hashOf(given.toLowerCase().replaceAll(/[\s-]/g, ""));
  const { count } = await tx.recovery_code.updateMany({
    where: { user_id: userId, hash, used_at: null },
    data: { used_at: new Date() },
  });
  return count > 0;
}

const hashOf = (code: string) => new Uint8Array(createHash("sha256").update(code).digest());
