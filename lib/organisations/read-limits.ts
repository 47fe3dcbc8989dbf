import type { OrganisationContext } from "@/lib/auth/context";

type Row = {
  byte_quota: number | null;
  entry_quota: number | null;
  bytes: number;
  entries: number;
  filesystems: number;
  api_keys: number;
  invitations: number;
  management: number;
  files: number;
  streams: number;
};

/** The limits of an organisation with what it uses of each (spec 10.10). */
export async function readLimits({ services, orgId }: OrganisationContext) {
  const { limits, rateLimits, openLimits } = services.settings;
  const open = services.openLimits.held("stream", orgId);
  const [management, files] = [`management:${orgId}`, `files:${orgId}`];
  const [row] = await services.sql<Row>`
    SELECT o.byte_quota::float8, o.entry_quota::float8, f.bytes::float8, f.entries::float8, f.filesystems::int,
      (SELECT count(*)::int FROM api_key k WHERE k.org_id = o.id AND k.revoked_at IS NULL) AS api_keys,
      (SELECT count(*)::int FROM invitation i WHERE i.org_id = o.id AND i.accepted_at IS NULL AND i.voided_at IS NULL
         AND i.expires_at > now()) AS invitations,
      coalesce(m.points, 0)::int AS management, coalesce(p.points, 0)::int AS files,
      (SELECT coalesce(sum(c.held), 0)::int FROM open_count c WHERE c.key = ${open.key}
         AND c.process <> ${open.process}::uuid AND c.expires_at > now()) AS streams
    FROM organisation o
    CROSS JOIN LATERAL (
      SELECT coalesce(sum(x.retained_bytes), 0) AS bytes, coalesce(sum(x.entries), 0) AS entries,
        count(*) AS filesystems FROM filesystem x WHERE x.org_id = o.id) f
    LEFT JOIN rate_limit m ON m.key = ${management} AND m.expire > ${Date.now()}
    LEFT JOIN rate_limit p ON p.key = ${files} AND p.expire > ${Date.now()}
    WHERE o.id = ${orgId}`;
  if (row === undefined) throw new Error("the organisation of an admitted request is gone");
  const perMinute = (points: number, used: number) => {
    const limit = points * rateLimits.organisationFactor;
    return { limit, used: Math.min(used, limit) };
  };
  return {
    bytes: { limit: row.byte_quota, used: row.bytes },
    entries: { limit: row.entry_quota, used: row.entries },
    filesystems: { limit: limits.filesystems, used: row.filesystems },
    api_keys: { limit: limits.apiKeys, used: row.api_keys },
    invitations: { limit: limits.invitations, used: row.invitations },
    streams: { limit: openLimits.streamsPerOrganisation, used: open.own + row.streams },
    management_requests: perMinute(rateLimits.management, row.management),
    file_requests: perMinute(rateLimits.files, row.files),
  };
}
