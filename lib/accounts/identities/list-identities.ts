import type { UserContext } from "@/lib/auth/context";

import { describeProvider } from "./providers";

type Page = { limit: number; after?: string | undefined };

/**
 * The caller's connected identities, oldest first, with their providers: null for one that is no longer
 * configured (spec 4.5).
 */
export async function listIdentities({ services, actor }: UserContext, page: Page) {
  const { limit, after = "" } = page;
  const rows = await services.db.identity.findMany({
    where: { user_id: actor.id, id: { gt: after } },
    orderBy: { id: "asc" },
    take: limit,
  });
  return rows.map(({ id, issuer, created_at }) => ({
    id,
    ...describeProvider(services.settings, issuer),
    created_at: created_at.toISOString(),
  }));
}
