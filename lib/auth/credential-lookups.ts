import { createBatcher, type Batcher } from "@/lib/concurrency/batcher";

import type { Caller, Named } from "./callers/caller";

/** What a request names, and how to find the callers of several requests with its credential. */
type Question = { named: Named; find: (named: readonly Named[]) => Promise<Caller[]> };

/** Finds the caller of a request; the key is equal for requests that may share a query. */
export type Lookups = Batcher<Question, Caller>;

/**
 * Requests that wait for the same credential share a query. Each query starts after the last request it serves has
 * arrived, so that earlier revocations are always seen.
 */
export function createLookups(): Lookups {
  return createBatcher(
    Number.MAX_SAFE_INTEGER,
    async (_, questions) => {
      const [first] = questions;
      return first === undefined ? [] : first.find(questions.map(({ named }) => named));
    },
    () => false,
  );
}
