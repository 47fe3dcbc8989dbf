import type { Db } from "@/lib/db/client";
import { type KeyRing, seal, unseal } from "@/lib/seal";

import { secretContext } from "./secret";

const BATCH = 200;

type Row = { webhook_id: string; number: number; sealed: string };

/**
 * Encrypts every signing secret under the first key of the ring, so that older keys can be removed (spec 7.12). Safe
 * beside a running service; a secret that is replaced meanwhile is left alone.
 * @returns how many were encrypted again
 * @throws Error if a key that a secret needs is not in the ring
 */
export async function resealSecrets(db: Db, keys: KeyRing): Promise<number> {
  const [active] = keys.keys();
  const current = `v1.${active}.%`;
  let done = 0;
  let after = { webhook_id: "", number: 0 };
  for (;;) {
    const rows = await db.$queryRaw<Row[]>`
      SELECT webhook_id, number, sealed FROM webhook_secret
      WHERE (webhook_id, number) > (${after.webhook_id}, ${after.number}::int) AND sealed NOT LIKE ${current}
      ORDER BY webhook_id, number LIMIT ${BATCH}`;
    for (const { webhook_id, number, sealed } of rows) {
      const location = secretContext(webhook_id);
      const renewed = seal(keys, unseal(keys, sealed, location), location);
      done += await db.$executeRaw`
        UPDATE webhook_secret SET sealed = ${renewed}
        WHERE webhook_id = ${webhook_id} AND number = ${number}::int AND sealed = ${sealed}`;
    }
    const last = rows.at(-1);
    if (last === undefined) return done;
    after = last;
  }
}
