"use client";

import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";

import { RequestError } from "@/lib/api-client/request";

const MAX_RETRIES = 2;

// A 4xx response won't change; only network and server errors may succeed on a retry.
const retry = (failures: number, error: Error) =>
  failures < MAX_RETRIES &&
  !(error instanceof RequestError && error.status >= 400 && error.status < 500);

/** The query cache that all client components share. */
export function Providers({ children }: { children: ReactNode }) {
  const [client] = useState(() => new QueryClient({ defaultOptions: { queries: { retry } } }));
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}
