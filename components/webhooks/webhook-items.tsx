"use client";

import { KeyRound, Pause, Pencil, RefreshCw, Trash2 } from "lucide-react";

import { MenuItem, MenuSeparator } from "@/components/ui/menu";
import type { Webhook } from "@/console/queries/webhooks";
import { text } from "@/console/text/webhook-dialogs";

import type { WebhookDialogName } from "./webhook-dialog";

type Props = { webhook: Webhook; onOpen: (dialog: WebhookDialogName) => void };

/** The menu items of a webhook. A paused or disabled one has its main action as a button next to the menu. */
export function WebhookItems({ webhook: { state, disabled_reason: reason }, onOpen }: Props) {
  const isActive = state === "active";
  return (
    <>
      <MenuItem disabled={!isActive} onSelect={() => onOpen("resync")}>
        <RefreshCw aria-hidden /> {text.resync}
      </MenuItem>
      <MenuItem disabled={!isActive} onSelect={() => onOpen("pause")}>
        <Pause aria-hidden /> {text.pause}
      </MenuItem>
      <MenuItem disabled={reason === "access_revoked"} onSelect={() => onOpen("edit")}>
        <Pencil aria-hidden /> {text.edit}
      </MenuItem>
      <MenuItem disabled={reason === "access_revoked"} onSelect={() => onOpen("rotate")}>
        <KeyRound aria-hidden /> {text.rotate}
      </MenuItem>
      <MenuSeparator />
      <MenuItem tone="bad" onSelect={() => onOpen("delete")}>
        <Trash2 aria-hidden /> {text.delete}
      </MenuItem>
    </>
  );
}
