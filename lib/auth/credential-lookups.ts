import { createBatcher, type Batcher } from "@/lib/concurrency/batcher";

import type { Caller } from "./callers/caller";

/** Finds out whose a credential is; the key says which credential, and what its request names. */
export type Lookups = Batcher<() => Promise<Caller>, Caller>;

/**
 * Requests with the same credential for the same resource share a query. Each query starts after the last
 * request it serves has arrived, so that earlier revocations are always seen.
 */
export function createLookups(): Lookups {
  return createBatcher(
    Number.MAX_SAFE_INTEGER,
    async (_, [find, ...others]) => {
      if (find === undefined) return [];
      const caller = await find();
      return [caller, ...others.map(() => caller)];
    },
    () => false,
  );
}
