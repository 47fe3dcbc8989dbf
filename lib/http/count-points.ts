import type { OrganisationContext } from "@/lib/auth/context";

import { limitRate } from "./rate-limit";

/**
 * Counts a request that is more work than others: so many points besides its own (spec 1.14).
 * @throws AppError `rate_limited`
 */
export async function countPoints(
  { actor, orgId, services }: OrganisationContext,
  points: number,
  headers: Headers,
): Promise<void> {
  if (points < 1) return;
  await limitRate(services.rateLimits, "files", actor.credential, headers, orgId, points);
}
