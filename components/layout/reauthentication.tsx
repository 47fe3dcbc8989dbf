"use client";

import { type ComponentType, useEffect, useState } from "react";

import { confirmWith } from "@/lib/api-client/request";

type Settle = (isConfirmed: boolean) => void;
type Open = { Dialog: ComponentType<{ onClose: Settle }>; settle: Settle };

/**
 * Asks users to confirm who they are whenever a request is refused for that, then lets the request be sent again.
 * Requests that wait at the same time share the dialog. Its code comes with the first of them.
 */
export function Reauthentication() {
  const [open, setOpen] = useState<Open | null>(null);
  useEffect(() => {
    confirmWith(async () => {
      const { ConfirmIdentity: Dialog } = await import("@/components/auth/confirm-identity");
      return new Promise((resolve) => {
        setOpen((earlier) => ({
          Dialog,
          settle(isConfirmed) {
            earlier?.settle(isConfirmed);
            resolve(isConfirmed);
          },
        }));
      });
    });
  }, []);
  if (open === null) return null;
  const close: Settle = (isConfirmed) => {
    setOpen(null);
    open.settle(isConfirmed);
  };
  return <open.Dialog onClose={close} />;
}
