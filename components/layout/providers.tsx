"use client";

import { notifyManager, type Query, QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";

import { Facts, type PageFacts } from "@/components/ui/page-facts";
import { RequestError } from "@/lib/api-client/request";

import { Reauthentication } from "./reauthentication";
import { whenReleased } from "./when-released";
// Loaded with the first layout, so that the three error pages need no copies of their own.
import "./page-error";

const MAX_RETRIES = 2;
const FRESH_MS = 5_000;

// Before the next frame: a checkbox that saves what was chosen must not show the old state for a moment.
notifyManager.setScheduler(whenReleased);

// A 4xx response won't change; only network and server errors may succeed on a retry.
const retry = (failures: number, error: Error) =>
  failures < MAX_RETRIES &&
  !(error instanceof RequestError && error.status >= 400 && error.status < 500);

// What has just come with the page is not asked for again by the components that it is for.
const refetchOnMount = ({ state }: Query) =>
  state.isInvalidated || Date.now() - state.dataUpdatedAt > FRESH_MS;

const queries = { retry, refetchOnMount };
// What is done offline fails at once, instead of being done later, when its dialog may have been closed.
const mutations = { networkMode: "always" } as const;

/** The query cache that all client components share, and the facts of the page. */
export function Providers({ facts, children }: { facts: PageFacts; children: ReactNode }) {
  const [client] = useState(() => new QueryClient({ defaultOptions: { queries, mutations } }));
  return (
    <Facts value={facts}>
      <QueryClientProvider client={client}>
        {children}
        <Reauthentication />
      </QueryClientProvider>
    </Facts>
  );
}
