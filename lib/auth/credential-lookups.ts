import { createJoined, type Joined } from "@/lib/concurrency/batcher";

import type { Caller } from "./callers/caller";

/** Finds out whose a credential is; the key says which credential, and what its request names. */
export type Lookups = Joined<() => Promise<Caller>, Caller>;

/**
 * Requests with the same credential for the same thing share a look at the database. Each look begins after the last
 * request it is for has come, so that what was revoked before a request is refused to it.
 */
export function createLookups(): Lookups {
  return createJoined(
    Number.MAX_SAFE_INTEGER,
    async (_, [find, ...others]) => {
      if (find === undefined) return [];
      const caller = await find();
      return [caller, ...others.map(() => caller)];
    },
    () => false,
  );
}
