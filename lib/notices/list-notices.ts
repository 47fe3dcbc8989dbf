import type { OrganisationContext, UserContext } from "@/lib/auth/context";
import { newestOf } from "@/lib/db/page-of-owner";

import type { StoredNotice } from "./notice";
import { visibleTopics } from "./visible-topics";

/**
 * The notices of an organisation that the caller's role may see, newest first (spec 4.57). What is from before they
 * joined counts as read.
 */
export async function listNotices(
  { orgId, role, actor, services }: OrganisationContext & UserContext,
  page: { limit: number; after?: string | undefined },
) {
  const rows = await services.db.$queryRaw<StoredNotice[]>`
    SELECT n.id, n.topic, n.news, n.api_key_id, n.detail, n.created_at,
      (SELECT w.id FROM webhook w WHERE w.id = n.webhook_id) AS webhook_id,
      (SELECT f.id FROM filesystem f WHERE f.id = n.filesystem_id) AS filesystem_id,
      n.created_at > m.joined_at AND n.id > coalesce(m.notices_read, '') AS unread
    FROM notice n JOIN member m ON m.org_id = ${orgId} AND m.user_id = ${actor.id}
    WHERE n.topic = ANY (${visibleTopics(role)}) AND ${newestOf({ "n.org_id": orgId }, "n.id", page)}`;
  return rows.map((row) => ({ ...row, created_at: row.created_at.toISOString() }));
}
