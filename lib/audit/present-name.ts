import { Prisma } from "@/lib/db/client";

/** What the target of an `audit_entry` is called now; NULL for one that is gone and for types that have no page. */
export const PRESENT_NAME = Prisma.sql`CASE target_type
  WHEN 'filesystem' THEN (SELECT f.name FROM filesystem f WHERE f.id = target_id)
  WHEN 'webhook' THEN (SELECT w.host FROM webhook w WHERE w.id = target_id)
  WHEN 'api_key' THEN (SELECT k.name FROM api_key k WHERE k.id = target_id AND k.revoked_at IS NULL)
  WHEN 'user' THEN (SELECT u.name FROM member m JOIN app_user u ON u.id = m.user_id
    WHERE m.org_id = audit_entry.org_id AND m.user_id = target_id)
END`;
