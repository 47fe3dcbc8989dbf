import type { Db } from "@/lib/db/client";

/**
 * The organisation whose pages a user begins with: the one visited last, else the first one they belong to.
 * @param last what the browser says was visited last
 * @returns its id; null for a user who belongs to none
 */
export async function homeOrganisation(
  db: Db,
  userId: string,
  last: string | null,
): Promise<string | null> {
  const rows = await db.member.findMany({
    where: { user_id: userId },
    select: { org_id: true },
    orderBy: { org_id: "asc" },
  });
  const own = rows.map(({ org_id }) => org_id);
  return own.find((id) => id === last) ?? own[0] ?? null;
}
