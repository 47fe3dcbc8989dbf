import type { Mode } from "@/lib/auth/actor";
import { hashToken } from "@/lib/auth/token";
import { AppError } from "@/lib/errors";
import type { Uses } from "@/lib/services";

import type { Caller, Named } from "./caller";

type Row = {
  id: string;
  org_id: string;
  filesystem_id: string;
  mode: Mode;
  disabled: boolean;
  found: boolean;
  active: boolean;
};

/**
 * The mount session of a password.
 * @param evenEnded includes ended sessions, for which renewing has its own error code
 * @throws AppError `unauthenticated` for an unknown password or ended session
 */
export async function findMount(
  services: Uses<"sql">,
  token: string,
  named: Named,
  evenEnded: boolean,
): Promise<Caller> {
  const [row] = await services.sql<Row>`
    SELECT m.id, m.org_id, m.filesystem_id, m.mode, f.id IS NOT NULL AS found,
      o.disabled_at IS NOT NULL AS disabled, m.ends_at > now() AS active
    FROM mount_session m
    JOIN organisation o ON o.id = m.org_id
    LEFT JOIN filesystem f ON f.id = ${named.filesystemId} AND f.org_id = m.org_id
    WHERE m.credential_hash = ${hashToken(token)}`;
  if (row === undefined || !(row.active || evenEnded)) throw new AppError("unauthenticated");
  const { id, org_id: orgId, filesystem_id: filesystemId, mode, found } = row;
  return {
    actor: { type: "mount", id, credential: id, name: id, orgId, filesystemId },
    reach: {
      inside: orgId === named.orgId,
      disabled: row.disabled,
      lacksFactor: false,
      role: null,
      found,
      mode: filesystemId === named.filesystemId ? mode : null,
    },
  };
}
