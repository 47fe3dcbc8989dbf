import type { UserContext } from "@/lib/auth/context";
import type { Scope } from "@/lib/contract/scopes";
import { AppError } from "@/lib/errors";
import { findClient } from "@/lib/oauth/clients";

import { hashUserCode } from "./user-code";

type Row = {
  client_id: string;
  address: string;
  scopes: Scope[];
  created_at: Date;
  expires_at: Date;
};

/**
 * The pending login of a user code, for the user to recognise (spec 4.39).
 * @throws AppError `not_found` for an unknown, expired or decided code; `rate_limited` after too many of these
 */
export async function lookupDevice(ctx: UserContext, input: { user_code: string }) {
  const { codeLimits, db } = ctx.services;
  const guess = { userId: ctx.actor.id, address: ctx.address };
  await codeLimits.countGuess(guess);
  const [row] = await db.$queryRaw<Row[]>`
    SELECT client_id, address, scopes, created_at, expires_at FROM device_authorization
    WHERE user_code_hash = ${hashUserCode(input.user_code)} AND status = 'pending' AND expires_at > clock_timestamp()`;
  if (row === undefined) throw new AppError("not_found");
  await codeLimits.forgetGuess(guess);
  return {
    client: findClient(row.client_id),
    address: row.address,
    scopes: row.scopes,
    created_at: row.created_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
  };
}
