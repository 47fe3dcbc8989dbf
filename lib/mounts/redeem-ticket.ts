import { audit } from "@/lib/audit/record";
import type { Mode } from "@/lib/auth/actor";
import type { VisitorContext } from "@/lib/auth/context";
import { hashToken, isToken } from "@/lib/auth/token";
import { Prisma } from "@/lib/db/client";
import { AppError } from "@/lib/errors";

import { LIFETIME } from "./policy";

type Row = {
  id: string;
  org_id: string;
  filesystem_id: string;
  mode: Mode;
  credential_expires_at: Date;
  expires_at: Date;
};

/** What the session is opened with from now on, and who says so. `id`: only a ticket of this session. */
type Credential = {
  id?: string;
  password: string | null;
  publicKey: string | null;
  client: string | null;
  machine: string | null;
};

/**
 * Uses a ticket up; of concurrent requests one succeeds (spec 4.24).
 * @throws AppError `ticket_invalid` for a used, unknown or expired ticket
 */
export async function redeemTicket(
  ctx: VisitorContext,
  ticket: string,
  { id: only, password, publicKey, client, machine }: Credential,
): Promise<Row> {
  if (!isToken("tmktk_", ticket)) throw new AppError("ticket_invalid");
  const ofSession = only === undefined ? Prisma.empty : Prisma.sql`AND m.id = ${only}`;
  return ctx.services.db.$transaction(async (tx) => {
    const [exchanged] = await tx.$queryRaw<Row[]>`
      UPDATE mount_session m SET exchanged_at = clock_timestamp(), public_key = ${publicKey},
        credential_hash = ${password === null ? null : hashToken(password)},
        client = ${client}, machine = ${machine}, address = ${ctx.address}, last_active_at = clock_timestamp(),
        credential_expires_at = least(clock_timestamp() + ${LIFETIME.credential}::interval, m.expires_at)
      WHERE m.ticket_hash = ${hashToken(ticket)} ${ofSession} AND m.exchanged_at IS NULL AND m.stopped_at IS NULL
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
}
