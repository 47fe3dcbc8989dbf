"use client";

import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";

import { meQuery } from "@/console/queries/me";
import { RequestError } from "@/lib/api-client/request";

import { goToSignIn } from "./go-to-sign-in";

/**
 * Notices in every answer that the session is over, and leads to the sign-in; and that something is gone or refused,
 * which may mean that one's own membership is, and asks who one is again.
 */
export function SessionWatch() {
  const client = useQueryClient();
  useEffect(() => {
    const look = (error: unknown) => noticeRefusal(client, error);
    const queries = client.getQueryCache().subscribe((event) => {
      if (event.type === "updated" && event.action.type === "error") look(event.action.error);
    });
    const mutations = client.getMutationCache().subscribe((event) => {
      if (event.type === "updated" && event.action.type === "error") look(event.action.error);
    });
    return () => {
      queries();
      mutations();
    };
  }, [client]);
  return null;
}

/** Draws the conclusion from one failure: signed out, or maybe no longer a member. */
export function noticeRefusal(client: QueryClient, error: unknown): void {
  if (!(error instanceof RequestError)) return;
  if (error.code === "unauthenticated") goToSignIn();
  if (error.code === "not_found" || error.code === "forbidden")
    void client.invalidateQueries({ queryKey: meQuery.queryKey, exact: true });
}
