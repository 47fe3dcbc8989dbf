"use client";

import { useQueryClient } from "@tanstack/react-query";
import { CloudOff } from "lucide-react";
import { useEffect, useState } from "react";

import { toast } from "@/components/ui/toasts";
import { isReachable } from "@/console/queries/reachable";
import { RequestError } from "@/lib/api-client/request";

const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 8_000;

const isAway = (error: unknown) =>
  error instanceof RequestError && (error.status === 0 || error.status >= 502);

/** Says that the service cannot be reached, asks until it can, and then reads again what the page shows. */
export function Outage() {
  const client = useQueryClient();
  const [isOut, setOut] = useState(false);
  useEffect(
    () =>
      client.getQueryCache().subscribe((event) => {
        if (event.type !== "updated") return;
        const { action } = event;
        if (action.type === "error" || action.type === "failed")
          if (isAway(action.error)) setOut(true);
      }),
    [client],
  );
  useEffect(() => {
    if (!isOut) return undefined;
    let wait = FIRST_WAIT_MS;
    let timer = setTimeout(() => void ask(), wait);
    const left = new AbortController();
    async function ask(): Promise<void> {
      const isBack = await isReachable(left.signal);
      if (left.signal.aborted) return;
      if (isBack) {
        setOut(false);
        toast("The service can be reached again.");
        return client.invalidateQueries();
      }
      wait = Math.min(2 * wait, LONGEST_WAIT_MS);
      timer = setTimeout(() => void ask(), wait);
    }
    return () => {
      clearTimeout(timer);
      left.abort();
    };
  }, [isOut, client]);
  return (
    <div aria-live="polite" className="mx-auto max-w-5xl">
      {isOut && (
        <p className="border-warn/30 bg-warn-soft rounded-control mb-6 flex items-center gap-2.5 border px-3.5 py-3 text-sm">
          <CloudOff aria-hidden className="text-warn size-4 shrink-0" />
          The service cannot be reached. This page comes back by itself; what you see may be old.
        </p>
      )}
    </div>
  );
}
