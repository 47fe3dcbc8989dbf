import type { VisitorContext } from "@/lib/auth/context";
import { hashToken, newToken } from "@/lib/auth/token";
import type { Scope } from "@/lib/contract/scopes";
import type { Db } from "@/lib/db/client";
import { findClient } from "@/lib/oauth/clients";
import { LOGIN_POLICY } from "@/lib/oauth/policy";
import { readScopes } from "@/lib/oauth/scopes";

import { hashUserCode, newUserCode } from "./user-code";

/**
 * Starts a login on a device without a browser (spec 4.36; RFC 8628, section 3.1). It grants nothing until a
 * user approves the user code.
 * @throws AppError `invalid_client`, `invalid_scope`
 */
export async function authorizeDevice(
  ctx: VisitorContext,
  input: { client_id: string; scope?: string | undefined },
) {
  const client = findClient(input.client_id);
  const scopes = readScopes(input.scope);
  const { db, settings } = ctx.services;
  const deviceCode = newToken("tmkdc_");
  const { address } = ctx;
  const userCode = await insert(db, { deviceCode, clientId: client.id, address, scopes });
  const page = new URL("/device", settings.appUrl);
  const complete = new URL(page);
  complete.searchParams.set("user_code", userCode);
  return {
    device_code: deviceCode,
    user_code: userCode,
    verification_uri: page.href,
    verification_uri_complete: complete.href,
    expires_in: LOGIN_POLICY.code,
    interval: LOGIN_POLICY.interval,
  };
}

type Row = { deviceCode: string; clientId: string; address: string; scopes: readonly Scope[] };

// A duplicate code is unlikely but must never happen: the unique index rejects it and another is drawn.
async function insert(db: Db, row: Row): Promise<string> {
  for (;;) {
    const userCode = newUserCode();
    const inserted = await db.$executeRaw`
      INSERT INTO device_authorization (device_hash, user_code_hash, client_id, address, scopes, interval_seconds, next_poll_at, expires_at)
      VALUES (${hashToken(row.deviceCode)}, ${hashUserCode(userCode)}, ${row.clientId}, ${row.address}, ${row.scopes},
        ${LOGIN_POLICY.interval}, clock_timestamp(), clock_timestamp() + make_interval(secs => ${LOGIN_POLICY.code}))
      ON CONFLICT (user_code_hash) WHERE status = 'pending' DO NOTHING`;
    if (inserted > 0) return userCode;
  }
}
