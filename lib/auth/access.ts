import type { ErrorCode } from "@/lib/contract/errors";
import type { Db } from "@/lib/db/client";

import type { FilesystemContext } from "./context";

/** What one waiting reader's access rests on. */
export type Access = { credential: string; orgId: string; filesystemId: string };

/** What a new request of the reader would be answered. */
export type Refusal = Extract<ErrorCode, "unauthenticated" | "not_found" | "no_grant">;

type Row = { credential: string; filesystem_id: string; live: boolean; found: boolean };

/** What the access of a caller to a filesystem rests on. */
export function accessOf(ctx: FilesystemContext): Access {
  return { credential: ctx.actor.credential, orgId: ctx.orgId, filesystemId: ctx.filesystemId };
}

/** Readers with an equal name share one row of the check. */
export const accessName = (access: Pick<Access, "credential" | "filesystemId">) =>
  `${access.credential} ${access.filesystemId}`;

/**
 * Which of these can no longer read, in one query (contract, section 3: losing access ends streams and long polls).
 * @returns by `accessName`, the code that a new request would be refused with
 */
export async function findLost(db: Db, all: readonly Access[]): Promise<Map<string, Refusal>> {
  const rows = await db.$queryRaw<Row[]>`
    SELECT a.credential, a.filesystem_id, r.live, r.has_fs AS found
    FROM unnest(${all.map((a) => a.credential)}::text[], ${all.map((a) => a.orgId)}::text[],
      ${all.map((a) => a.filesystemId)}::text[]) a (credential, org_id, filesystem_id)
    CROSS JOIN LATERAL credential_reach(a.credential, a.org_id, a.filesystem_id) r
    WHERE r.mode IS NULL`;
  return new Map(
    rows.map(({ credential, filesystem_id: filesystemId, live, found }) => [
      accessName({ credential, filesystemId }),
      live ? (found ? "no_grant" : "not_found") : "unauthenticated",
    ]),
  );
}
