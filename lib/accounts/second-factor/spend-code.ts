import type { Prisma } from "@/lib/db/client";
import { unseal } from "@/lib/seal";
import type { Uses } from "@/lib/services";

import { spendRecoveryCode } from "./recovery-codes";
import { secondFactorContext } from "./secret";
import { matchingStep } from "./totp";

type Row = { sealed: string; last_step: bigint; now: number };
/** What a code was. */
export type CodeKind = "totp" | "recovery_code";

/**
 * Uses up a code of a user's authenticator app, or a recovery code where those are accepted. The row of either stays
 * locked until the commit, so that of many requests with one code one succeeds.
 * @param state whether the factor is in use (`confirmed`) or being enrolled, which takes a code of the app only
 * @returns null for a wrong or used code, and without a second factor in this state
 */
export async function spendCode(
  tx: Prisma.TransactionClient,
  { keys }: Uses<"keys">,
  { userId, code: given, state }: { userId: string; code: string; state: "confirmed" | "new" },
): Promise<CodeKind | null> {
  const code = given.replaceAll(/\s/g, "");
  if (!/^\d{6}$/.test(code)) {
    const isUsed = state === "confirmed" && (await spendRecoveryCode(tx, userId, code));
    return isUsed ? "recovery_code" : null;
  }
  const [row] = await tx.$queryRaw<Row[]>`
    SELECT sealed, last_step, extract(epoch FROM clock_timestamp())::float8 AS now FROM second_factor
    WHERE user_id = ${userId} AND (confirmed_at IS NOT NULL) = ${state === "confirmed"} FOR UPDATE`;
  if (row === undefined) return null;
  const secret = unseal(keys, row.sealed, secondFactorContext(userId));
  const step = matchingStep(secret, code, { now: row.now, lastStep: Number(row.last_step) });
  if (step === null) return null;
  await tx.second_factor.update({ where: { user_id: userId }, data: { last_step: step } });
  return "totp";
}
