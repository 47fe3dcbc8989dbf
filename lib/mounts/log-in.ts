import { timingSafeEqual } from "node:crypto";

import type { Mode } from "@/lib/auth/actor";
import type { VisitorContext } from "@/lib/auth/context";
import { hashToken, isToken } from "@/lib/auth/token";
import { isId } from "@/lib/contract/common";
import { AppError } from "@/lib/errors";
import type { Uses } from "@/lib/services";

import { redeemTicket } from "./redeem-ticket";

/** A mount session that a client has proved to hold. */
export type MountLogin = { id: string; orgId: string; filesystemId: string; mode: Mode };

type Row = {
  id: string;
  org_id: string;
  filesystem_id: string;
  mode: Mode;
  exchanged: boolean;
  credential_hash: Uint8Array | null;
  public_key: string | null;
};

/**
 * Logs in with a session's password, or with its ticket (spec 3.19): a ticket that was not exchanged becomes the
 * session's password for further logins, and is no Bearer token.
 * @returns null for an unknown session, one that has ended, or a wrong password
 */
export async function logInWithPassword(
  ctx: VisitorContext,
  sessionId: string,
  password: string,
): Promise<MountLogin | null> {
  const row = await find(ctx.services, sessionId);
  if (row === null) return null;
  if (row.exchanged) return opens(row, password) ? loginOf(row) : null;
  if (!isToken("tmktk_", password)) return null;
  try {
    const credential = { password, publicKey: null, client: null, machine: null };
    await redeemTicket(ctx, password, { id: sessionId, ...credential });
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "ticket_invalid") throw error;
  }
  // Of connections that begin at once one redeems it, and all find its result.
  const redeemed = await find(ctx.services, sessionId);
  return redeemed?.exchanged === true && opens(redeemed, password) ? loginOf(redeemed) : null;
}

/** A live session that was exchanged with a public key: `type base64`, as OpenSSH writes it. */
export async function findKeySession(
  services: Uses<"sql">,
  sessionId: string,
): Promise<{ login: MountLogin; publicKey: string } | null> {
  const row = await find(services, sessionId);
  if (row === null || row.public_key === null || !row.exchanged) return null;
  return { login: loginOf(row), publicKey: row.public_key };
}

async function find({ sql }: Uses<"sql">, sessionId: string): Promise<Row | null> {
  if (!isId("ms", sessionId)) return null;
  const [row] = await sql<Row>`
    SELECT id, org_id, filesystem_id, mode, exchanged_at IS NOT NULL AS exchanged, credential_hash, public_key
    FROM mount_session WHERE id = ${sessionId} AND ends_at > clock_timestamp()`;
  return row ?? null;
}

const opens = ({ credential_hash: hash }: Row, password: string) =>
  hash !== null && timingSafeEqual(hash, hashToken(password));

const loginOf = ({ id, org_id: orgId, filesystem_id: filesystemId, mode }: Row): MountLogin => ({
  id,
  orgId,
  filesystemId,
  mode,
});
