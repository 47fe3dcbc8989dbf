import type { VisitorContext } from "@/lib/auth/context";
import { newToken } from "@/lib/auth/token";
import { InvalidInput } from "@/lib/errors";

import { mountEndpoints } from "./mount-endpoints";
import { readPublicKey } from "./public-key";
import { redeemTicket } from "./redeem-ticket";

/**
 * Exchanges a ticket for the mount's credential; of concurrent requests one succeeds (spec 4.24).
 * @returns the credential: a password that is not shown again; null with a public key, unless it is wanted too
 * @throws InvalidInput for an invalid public key; AppError `ticket_invalid` for a used, unknown or expired ticket
 */
export async function exchangeTicket(
  ctx: VisitorContext,
  input: {
    ticket: string;
    public_key?: string | undefined;
    want_password?: boolean | undefined;
    client?: string | undefined;
    machine?: string | undefined;
  },
) {
  const publicKey = input.public_key === undefined ? null : acceptKey(input.public_key);
  const isWanted = publicKey === null || input.want_password === true;
  const password = isWanted ? newToken("tmkmp_") : null;
  const { client = null, machine = null } = input;
  const credential = { password, publicKey, client, machine };
  const row = await redeemTicket(ctx, input.ticket, credential);
  return {
    session_id: row.id,
    org_id: row.org_id,
    filesystem_id: row.filesystem_id,
    mode: row.mode,
    // The user name in mount logs identifies the session.
    username: row.id,
    password,
    credential_expires_at: row.credential_expires_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
    ...mountEndpoints(ctx.services.settings),
  };
}

function acceptKey(line: string): string {
  const read = readPublicKey(line);
  if ("key" in read) return read.key;
  throw new InvalidInput([
    { loc: ["body", "public_key"], msg: read.problem, type: "public_key_invalid" },
  ]);
}
