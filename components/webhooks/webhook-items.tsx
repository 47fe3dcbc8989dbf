"use client";

import { Copy, KeyRound, Pause, Pencil, RefreshCw, Trash2 } from "lucide-react";

import { copyText } from "@/components/ui/copy-button";
import { MenuItem, MenuSeparator } from "@/components/ui/menu";
import { toast } from "@/components/ui/toasts";
import type { Webhook } from "@/console/queries/webhooks";
import { text as shared } from "@/console/text/ui";
import { text } from "@/console/text/webhook-dialogs";
import { isReserved } from "@/lib/contract/listener-url";

import type { WebhookDialogName } from "./webhook-dialog";

type Props = { webhook: Webhook; onOpen: (dialog: WebhookDialogName) => void };

/** The menu items of a webhook. A paused or disabled one has its main action as a button next to the menu. */
export function WebhookItems({ webhook, onOpen }: Props) {
  const { url, state, disabled_reason: reason } = webhook;
  const isActive = state === "active";
  const copy = async () => toast((await copyText(url)) ? shared.copied : shared.copyFailed);
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
      {!isReserved(webhook) && (
        <MenuItem onSelect={() => void copy()}>
          <Copy aria-hidden /> {text.copyUrl}
        </MenuItem>
      )}
      <MenuSeparator />
      <MenuItem tone="bad" onSelect={() => onOpen("delete")}>
        <Trash2 aria-hidden /> {text.delete}
      </MenuItem>
    </>
  );
}
