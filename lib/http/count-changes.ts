import type { OrganisationContext } from "@/lib/auth/context";

import { limitRate } from "./rate-limit";

const CHANGES_PER_POINT = 16;

/**
 * Counts a batch: one point for each 16 changes, besides that of its request (spec 1.14).
 * @throws AppError `rate_limited`
 */
export async function countChanges(
  { actor, orgId, services }: OrganisationContext,
  changes: number,
  headers: Headers,
): Promise<void> {
  for (let counted = CHANGES_PER_POINT; counted <= changes; counted += CHANGES_PER_POINT)
    await limitRate(services.rateLimits, "files", actor.credential, headers, orgId);
}
