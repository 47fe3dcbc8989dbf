import type { Db } from "@/lib/db/client";
import { type KeyRing, seal, unseal } from "@/lib/seal";

import { secondFactorContext } from "./secret";

const BATCH = 200;

/**
 * Encrypts every secret of an authenticator app under the first key of the ring, like those of webhooks.
 * @returns how many were encrypted again
 * @throws Error if a key that a secret needs is not in the ring
 */
export async function resealSecondFactors(db: Db, keys: KeyRing): Promise<number> {
  const [active] = keys.keys();
  const current = `v1.${active}.`;
  let done = 0;
  for (let after = ""; ;) {
    const rows = await db.second_factor.findMany({
      where: { user_id: { gt: after }, NOT: { sealed: { startsWith: current } } },
      orderBy: { user_id: "asc" },
      take: BATCH,
    });
    for (const { user_id, sealed } of rows) {
      const location = secondFactorContext(user_id);
      const renewed = seal(keys, unseal(keys, sealed, location), location);
      const where = { user_id, sealed };
      done += (await db.second_factor.updateMany({ where, data: { sealed: renewed } })).count;
    }
    const last = rows.at(-1);
    if (last === undefined) return done;
    after = last.user_id;
  }
}
