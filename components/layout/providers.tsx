"use client";

import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";

import { RequestError } from "@/lib/api-client/request";

const MOST_RETRIES = 2;

// What was refused is refused again; only what failed on the way may work the next time.
const retry = (failures: number, error: Error) =>
  failures < MOST_RETRIES &&
  !(error instanceof RequestError && error.status >= 400 && error.status < 500);

/** What client components share: one cache of what the server said. */
export function Providers({ children }: { children: ReactNode }) {
  const [client] = useState(() => new QueryClient({ defaultOptions: { queries: { retry } } }));
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}
