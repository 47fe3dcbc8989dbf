import { audit } from "@/lib/audit/record";
import type { VisitorContext } from "@/lib/auth/context";
import { hashToken } from "@/lib/auth/token";
import type { Prisma } from "@/lib/db/client";
import { AppError } from "@/lib/errors";
import { newId } from "@/lib/ids";

import { issueTokens, type Tokens } from "./issue-tokens";
import { LOGIN_POLICY } from "./policy";

type Input = { deviceCode: string; clientId: string };
type Row = {
  id: bigint;
  status: "pending" | "approved" | "denied" | "used";
  user_id: string | null;
  address: string;
  scopes: string[];
  expired: boolean;
  early: boolean;
  disabled: boolean;
};

// Errors are returned, not thrown, so that the transaction commits what the poll changed.
type Outcome =
  | Tokens
  | "invalid_grant"
  | "expired_token"
  | "slow_down"
  | "access_denied"
  | "authorization_pending";

/**
 * A client's poll for approval (RFC 8628, sections 3.4 and 3.5). Locks the row, so that only one of several
 * concurrent polls gets the tokens. Uses the database's clock.
 * @throws AppError `authorization_pending`, `slow_down`, `access_denied`, `expired_token`, `invalid_grant`
 */
export async function exchangeDeviceCode(ctx: VisitorContext, input: Input): Promise<Tokens> {
  const outcome = await ctx.services.db.$transaction((tx) => poll(tx, ctx, input));
  if (typeof outcome === "string") throw new AppError(outcome);
  return outcome;
}

async function poll(
  tx: Prisma.TransactionClient,
  ctx: VisitorContext,
  input: Input,
): Promise<Outcome> {
  const [row] = await tx.$queryRaw<Row[]>`
    SELECT id, status, user_id, address, scopes, expires_at <= clock_timestamp() AS expired,
      next_poll_at > clock_timestamp() AS early,
      EXISTS (SELECT FROM app_user u WHERE u.id = user_id AND u.disabled_at IS NOT NULL) AS disabled
    FROM device_authorization
    WHERE device_hash = ${hashToken(input.deviceCode)} AND client_id = ${input.clientId} FOR UPDATE`;
  if (row === undefined || row.status === "used") return "invalid_grant";
  if (row.expired) return "expired_token";
  const longer = row.early ? LOGIN_POLICY.slowDown : 0;
  await tx.$executeRaw`
    UPDATE device_authorization SET interval_seconds = interval_seconds + ${longer},
      next_poll_at = clock_timestamp() + make_interval(secs => interval_seconds + ${longer} - ${LOGIN_POLICY.tolerance}::float)
    WHERE id = ${row.id}`;
  if (row.early) return "slow_down";
  if (row.status === "denied" || row.disabled) return "access_denied";
  if (row.user_id === null) return "authorization_pending";
  return openLogin(tx, ctx, { ...row, userId: row.user_id, clientId: input.clientId });
}

type Approved = {
  id: bigint;
  userId: string;
  clientId: string;
  address: string;
  scopes: string[];
};

async function openLogin(tx: Prisma.TransactionClient, ctx: VisitorContext, approved: Approved) {
  const { userId, clientId, address, scopes } = approved;
  const loginId = newId("login");
  await tx.$executeRaw`UPDATE device_authorization SET status = 'used' WHERE id = ${approved.id}`;
  await tx.$executeRaw`
    INSERT INTO login (id, user_id, client_id, address, scopes, expires_at)
    VALUES (${loginId}, ${userId}, ${clientId}, ${address}, ${scopes},
      clock_timestamp() + make_interval(secs => ${LOGIN_POLICY.login}))`;
  const { name } = await tx.user.findUniqueOrThrow({ where: { id: userId } });
  const { requestId } = ctx;
  await audit(
    tx,
    {
      actor: { type: "user", id: userId, name, credential: loginId },
      address: ctx.address,
      requestId,
    },
    {
      action: "login.created",
      target: { type: "login", id: loginId },
      details: { client_id: clientId, scopes },
    },
  );
  return issueTokens(tx, loginId);
}
