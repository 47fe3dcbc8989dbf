"use client";

import { type QueryClient, type QueryKey, useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";

/** Results of queries, as the server's page has read them. */
export type Seeds = readonly { queryKey: QueryKey; data: unknown }[];

const taken = new WeakMap<Seeds, QueryClient>();

/**
 * Puts what came with a page into the query cache before its components ask for it. Not HydrationBoundary: that leaves
 * what is cached already until the components have asked again, and trusts the viewer's clock.
 */
export function Seeded({ seeds, children }: { seeds: Seeds; children: ReactNode }) {
  const cache = useQueryClient();
  // Going back shows the same seeds again; by then the cache knows better.
  if (taken.get(seeds) !== cache) {
    taken.set(seeds, cache);
    for (const { queryKey, data } of seeds) {
      // What is on the page already is live, and may have more pages than the first.
      const isShown = cache.getQueryCache().find({ queryKey })?.isActive();
      if (!isShown) cache.setQueryData(queryKey, data);
    }
  }
  return children;
}
