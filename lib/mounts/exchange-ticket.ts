import { audit } from "@/lib/audit/record";
import type { Mode } from "@/lib/auth/actor";
import type { Context } from "@/lib/auth/context";
import { hashToken, isToken, newToken } from "@/lib/auth/token";
import { AppError, InvalidInput } from "@/lib/errors";

import { LIFETIME } from "./policy";
import { readPublicKey } from "./public-key";

type Row = {
  id: string;
  org_id: string;
  filesystem_id: string;
  mode: Mode;
  credential_expires_at: Date;
  expires_at: Date;
};

/**
 * Exchanges a ticket for the mount's credential; of concurrent requests one succeeds (spec 4.24).
 * @returns the credential: a password that is not shown again, or null with a public key
 * @throws InvalidInput for an invalid public key; AppError `ticket_invalid` for a used, unknown or expired ticket
 */
export async function exchangeTicket(
  ctx: Omit<Context, "actor">,
  input: { ticket: string; public_key?: string | undefined },
) {
  const publicKey = input.public_key === undefined ? null : acceptKey(input.public_key);
  if (!isToken("tmktk_", input.ticket)) throw new AppError("ticket_invalid");
  const password = publicKey === null ? newToken("tmkmp_") : null;
  const row = await ctx.services.db.$transaction(async (tx) => {
    const [exchanged] = await tx.$queryRaw<Row[]>`
      UPDATE mount_session m SET exchanged_at = clock_timestamp(), public_key = ${publicKey},
        credential_hash = ${password === null ? null : hashToken(password)},
        credential_expires_at = least(clock_timestamp() + ${LIFETIME.credential}::interval, m.expires_at)
      WHERE m.ticket_hash = ${hashToken(input.ticket)} AND m.exchanged_at IS NULL AND m.stopped_at IS NULL
        AND m.ends_at > clock_timestamp()
      RETURNING m.id, m.org_id, m.filesystem_id, m.mode, m.credential_expires_at, m.expires_at`;
    if (exchanged === undefined) throw new AppError("ticket_invalid");
    const { id, org_id: orgId } = exchanged;
    const who = { ...ctx, actor: { type: "mount" as const, id, name: id, credential: id } };
    const target = { type: "mount_session", id };
    const details = { filesystem_id: exchanged.filesystem_id, mode: exchanged.mode };
    await audit(tx, who, { action: "mount_session.exchanged", target, details, orgId });
    return exchanged;
  });
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
  };
}

function acceptKey(line: string): string {
  const read = readPublicKey(line);
  if ("key" in read) return read.key;
  throw new InvalidInput([{ loc: ["body", "public_key"], msg: read.problem, type: "string_type" }]);
}
