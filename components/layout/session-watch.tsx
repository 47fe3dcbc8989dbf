"use client";

import {
  type MutationCacheNotifyEvent,
  type QueryCacheNotifyEvent,
  type QueryClient,
  useQueryClient,
} from "@tanstack/react-query";
import { useEffect, useState } from "react";

import { lazyWithRetry } from "@/components/ui/lazy-with-retry";
import { meQuery } from "@/console/queries/me";
import { RequestError } from "@/lib/api-client/request";

import { askWith, goToSignIn } from "./go-to-sign-in";
import { watchTyping } from "./typed";

const SessionEnded = lazyWithRetry(async () => (await import("./session-ended")).SessionEnded);

/**
 * Watches every failed request: an ended session goes to the sign-in page, or asks to sign in beside what is typed; a
 * missing or forbidden resource may mean a lost membership, so the user is fetched again.
 */
export function SessionWatch() {
  const client = useQueryClient();
  const [hasEnded, setEnded] = useState(false);
  useEffect(() => {
    const watch = (event: QueryCacheNotifyEvent | MutationCacheNotifyEvent) => {
      if (event.type === "updated" && event.action.type === "error")
        handleRequestError(client, event.action.error);
    };
    const queries = client.getQueryCache().subscribe(watch);
    const mutations = client.getMutationCache().subscribe(watch);
    const unmounted = new AbortController();
    watchTyping(unmounted.signal);
    askWith(() => setEnded(true));
    return () => {
      queries();
      mutations();
      unmounted.abort();
    };
  }, [client]);
  return hasEnded && <SessionEnded onBack={() => setEnded(false)} />;
}

/** Handles one failed request: signed out, or maybe no longer a member. */
export function handleRequestError(client: QueryClient, error: unknown): void {
  if (!(error instanceof RequestError)) return;
  if (error.code === "unauthenticated") goToSignIn();
  if (error.code === "not_found" || error.code === "forbidden")
    void client.invalidateQueries({ queryKey: meQuery.queryKey, exact: true });
}
