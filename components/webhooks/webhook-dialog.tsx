"use client";

import type { Webhook, WebhookIds } from "@/console/queries/webhooks";

import { DeleteDialog } from "./delete-dialog";
import { EditDialog } from "./edit-dialog";
import { PauseDialog, ResyncDialog } from "./pause-dialog";
import { RotateDialog } from "./rotate-dialog";

export type WebhookDialogName = "resync" | "pause" | "edit" | "rotate" | "delete";

type Props = {
  name: WebhookDialogName;
  params: WebhookIds;
  webhook: Webhook;
  onClose: () => void;
};

/** The dialogs of a webhook's menu. One chunk: each is small. */
export function WebhookDialog({ name, params, webhook, onClose }: Props) {
  const props = { params, onClose };
  if (name === "resync") return <ResyncDialog {...props} />;
  if (name === "pause") return <PauseDialog {...props} />;
  if (name === "edit") return <EditDialog {...props} webhook={webhook} />;
  if (name === "rotate") return <RotateDialog {...props} />;
  return <DeleteDialog {...props} webhook={webhook} />;
}
