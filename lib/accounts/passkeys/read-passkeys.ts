import type { UserContext } from "@/lib/auth/context";

type Row = {
  id: string;
  name: string;
  created_at: Date;
  last_used_at: Date | null;
  signs_in: boolean;
};

/** The caller's passkeys, oldest first (spec 4.49). */
export async function listPasskeys(
  { actor, services }: UserContext,
  { limit, after = "" }: { limit: number; after?: string | undefined },
) {
  const rows = await services.db.passkey.findMany({
    where: { user_id: actor.id, id: { gt: after } },
    orderBy: { id: "asc" },
    take: limit,
  });
  return rows.map(present);
}

/** A passkey as the API returns it. */
export const present = ({ id, name, created_at, last_used_at, signs_in }: Row) => ({
  id,
  name,
  created_at: created_at.toISOString(),
  last_used_at: last_used_at?.toISOString() ?? null,
  signs_in,
});
