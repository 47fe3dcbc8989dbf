"use client";

import { onlineManager, type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";

import { Alert } from "@/components/ui/alert";
import { dismissMessages, toast } from "@/components/ui/toasts";
import { isReachable } from "@/console/queries/reachable";
import { text } from "@/console/text/layout";
import { RequestError } from "@/lib/api-client/request";

const MIN_WAIT_MS = 1_000;
const MAX_WAIT_MS = 8_000;

const isUnreachable = (error: unknown) =>
  error instanceof RequestError && (error.status === 0 || error.status >= 502);

// Whether the service responds although there is no network, as one on this machine does.
let isLocal = false;
let isOutNow = false;

/** Counts the browser as offline only if the service is out of reach, too. */
function detectOffline(setOnline: (isOnline: boolean) => void): () => void {
  const cleanup = new AbortController();
  const { signal } = cleanup;
  const check = async () => {
    isLocal = false;
    isLocal = await isReachable(signal);
    if (!signal.aborted) setOnline(isLocal || navigator.onLine);
  };
  window.addEventListener("offline", () => void check(), { signal });
  window.addEventListener("online", () => setOnline(true), { signal });
  if (!navigator.onLine) void check();
  return () => cleanup.abort();
}

/** Without the service, a link would replace the page by one of the browser's own. */
function holdLink(event: MouseEvent): void {
  const isOffline = !navigator.onLine && !isLocal;
  if (!isOffline && !isOutNow) return;
  const link =
    event.target instanceof Element && event.target.closest<HTMLAnchorElement>("a[href]");
  if (!link || link.pathname === window.location.pathname) return;
  event.preventDefault();
  event.stopPropagation();
  toast(isOffline ? text.offline : text.unreachable);
}

/** Asks again for all that the page shows. Returns whether there were answers, be they refusals. */
async function refetch(client: QueryClient): Promise<boolean> {
  isLocal = true;
  onlineManager.setOnline(true);
  await client.invalidateQueries();
  const shown = client.getQueryCache().findAll({ type: "active" });
  return !shown.some((query) => isUnreachable(query.state.error) && !query.isStatic());
}

/** Shows that the service is unreachable, and asks less and less often until what the page shows could be refetched. */
export function Outage() {
  const client = useQueryClient();
  const [isOut, setOut] = useState(false);
  useEffect(
    () =>
      client.getQueryCache().subscribe((event) => {
        if (event.type !== "updated") return;
        const { action } = event;
        if (action.type === "error" || action.type === "failed")
          if (isUnreachable(action.error)) setOut(true);
      }),
    [client],
  );
  useEffect(() => {
    onlineManager.setEventListener(detectOffline);
    const unsubscribe = onlineManager.subscribe((isOnline) => !isOnline && setOut(true));
    document.addEventListener("click", holdLink, true);
    return () => {
      unsubscribe();
      document.removeEventListener("click", holdLink, true);
    };
  }, []);
  useEffect(() => {
    isOutNow = isOut;
    if (!isOut) return undefined;
    let wait = MIN_WAIT_MS;
    let timer = setTimeout(() => void poll(), wait);
    const unmounted = new AbortController();
    async function poll(): Promise<void> {
      clearTimeout(timer);
      const isBack = (await isReachable(unmounted.signal)) && (await refetch(client));
      if (unmounted.signal.aborted) return;
      if (isBack) {
        setOut(false);
        dismissMessages();
        return toast(text.reconnected);
      }
      wait = Math.min(2 * wait, MAX_WAIT_MS);
      clearTimeout(timer);
      timer = setTimeout(() => void poll(), wait);
    }
    window.addEventListener("online", () => void poll(), { signal: unmounted.signal });
    return () => {
      clearTimeout(timer);
      unmounted.abort();
    };
  }, [isOut, client]);
  return (
    <div aria-live="polite" className="mx-auto max-w-5xl">
      {isOut && (
        <div className="mb-6">
          <Alert tone="warn">{text.outage}</Alert>
        </div>
      )}
    </div>
  );
}
