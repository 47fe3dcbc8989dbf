"use client";

import { useEffect, useState } from "react";

import { lazyWithRetry } from "@/components/ui/lazy-with-retry";
import { confirmWith } from "@/lib/api-client/request";

const ConfirmIdentity = lazyWithRetry(() =>
  import("@/components/auth/confirm-identity").then((all) => all.ConfirmIdentity),
);

/**
 * Asks users to confirm who they are whenever a request is refused for that, then lets the request be sent again.
 * Requests that wait at the same time share the dialog.
 */
export function Reauthentication() {
  const [settle, setSettle] = useState<((isConfirmed: boolean) => void) | null>(null);
  useEffect(() => {
    let waiting: Promise<boolean> | null = null;
    confirmWith(() => {
      waiting ??= new Promise<boolean>((resolve) => {
        setSettle(() => (isConfirmed: boolean) => {
          waiting = null;
          setSettle(null);
          resolve(isConfirmed);
        });
      });
      return waiting;
    });
    return () => confirmWith(null);
  }, []);
  if (settle === null) return null;
  return <ConfirmIdentity onConfirmed={() => settle(true)} onClose={() => settle(false)} />;
}
