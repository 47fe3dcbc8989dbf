import type { Db } from "@/lib/db/client";

const GRACE_MS = 60 * 60 * 1000;
// Keeps a step well below the engine's timeout.
const STEP = 20_000;

/**
 * One step of forgetting the contents that files lost an hour ago (spec 5.37), and of deleting the small ones that no
 * file has. Safe beside uploads, readers and itself. Returns whether there are more.
 */
export async function forgetContents(db: Db, now: Date, amount = STEP): Promise<{ more: boolean }> {
  const [row] = await db.$queryRaw<{ forgotten: number }[]>`
    SELECT former_contents_prune(${new Date(now.getTime() - GRACE_MS)}, ${amount}::int) AS forgotten`;
  return { more: (row?.forgotten ?? 0) === amount };
}
