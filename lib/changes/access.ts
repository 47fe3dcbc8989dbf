import type { FilesystemContext } from "@/lib/auth/context";
import type { ErrorCode } from "@/lib/contract/errors";
import type { Db } from "@/lib/db/client";

/** What one waiting reader's access rests on. */
export type Access = { keyId: string; orgId: string; filesystemId: string };

/** What a new request of the reader would be answered. */
export type Refusal = Extract<ErrorCode, "unauthenticated" | "not_found" | "no_grant">;

type Row = { key_id: string; filesystem_id: string; keyed: boolean; found: boolean };

/** What the access of a caller to a filesystem rests on. */
export function accessOf(ctx: FilesystemContext): Access {
  return { keyId: ctx.actor.id, orgId: ctx.orgId, filesystemId: ctx.filesystemId };
}

/** Readers with an equal name share one row of the check. */
export const accessName = (access: Pick<Access, "keyId" | "filesystemId">) =>
  `${access.keyId} ${access.filesystemId}`;

/**
 * Which of these can no longer read, in one query (contract, section 3: losing access ends streams and long polls).
 * @returns by `accessName`, the code that a new request would be refused with
 */
export async function findLost(db: Db, all: readonly Access[]): Promise<Map<string, Refusal>> {
  const rows = await db.$queryRaw<Row[]>`
    SELECT r.key_id, r.filesystem_id, k.id IS NOT NULL AS keyed, f.id IS NOT NULL AS found
    FROM unnest(${all.map((r) => r.keyId)}::text[], ${all.map((r) => r.orgId)}::text[],
      ${all.map((r) => r.filesystemId)}::text[]) r (key_id, org_id, filesystem_id)
    LEFT JOIN api_key k ON k.id = r.key_id AND k.revoked_at IS NULL
      AND (k.expires_at IS NULL OR k.expires_at > statement_timestamp())
    LEFT JOIN filesystem f ON f.id = r.filesystem_id AND f.org_id = r.org_id
    LEFT JOIN filesystem_grant g ON g.api_key_id = k.id AND g.filesystem_id = f.id
    WHERE g.mode IS NULL`;
  return new Map(
    rows.map(({ key_id, filesystem_id, keyed, found }) => [
      accessName({ keyId: key_id, filesystemId: filesystem_id }),
      keyed ? (found ? "no_grant" : "not_found") : "unauthenticated",
    ]),
  );
}
