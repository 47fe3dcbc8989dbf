import type { OrganisationContext, UserContext } from "@/lib/auth/context";
import { AppError } from "@/lib/errors";

import { visibleTopics } from "./visible-topics";

/**
 * Marks a notice and all older ones as read by the caller (spec 4.57); what was read stays so.
 * @throws AppError `not_found` if there is no such notice, or their role may not see it
 */
export async function markNoticesRead(
  { orgId, role, actor, services }: OrganisationContext & UserContext,
  { up_to: id }: { up_to: string },
): Promise<void> {
  const marked = await services.db.$executeRaw`
    UPDATE member m SET notices_read = greatest(m.notices_read, n.id) FROM notice n
    WHERE m.org_id = ${orgId} AND m.user_id = ${actor.id} AND n.id = ${id} AND n.org_id = m.org_id
      AND n.topic = ANY (${visibleTopics(role)})`;
  if (marked === 0) throw new AppError("not_found");
}
