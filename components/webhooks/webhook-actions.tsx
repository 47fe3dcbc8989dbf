"use client";

import { useState } from "react";

import { useOrganisation } from "@/components/layout/organisation";
import { Button } from "@/components/ui/button";
import { lazyWithRetry } from "@/components/ui/lazy-with-retry";
import { Skeleton } from "@/components/ui/skeleton";
import type { Webhook, WebhookIds } from "@/console/queries/webhooks";
import { text } from "@/console/text/webhook-detail";

const RecoveryActions = lazyWithRetry(
  async () => (await import("./failing")).RecoveryActions,
  <Skeleton className="h-9 w-24" />,
);
const RotateDialog = lazyWithRetry(async () => (await import("./rotate-dialog")).RotateDialog);
const DeleteDialog = lazyWithRetry(async () => (await import("./delete-dialog")).DeleteDialog);

type Props = { params: WebhookIds; webhook: Webhook };

/** The actions for a webhook in its current status. */
export function WebhookActions({ params, webhook }: Props) {
  const [open, setOpen] = useState<"rotate" | "delete" | null>(null);
  if (!useOrganisation().canWrite) return null;
  const isUnhealthy = webhook.state === "disabled" || webhook.failing_since !== null;
  return (
    <div className="flex max-w-full flex-wrap gap-2">
      {isUnhealthy && <RecoveryActions params={params} webhook={webhook} />}
      <Button variant="secondary" onClick={() => setOpen("rotate")}>
        {text.rotate}
      </Button>
      <Button variant="danger" onClick={() => setOpen("delete")}>
        {text.delete}
      </Button>
      {open === "rotate" && <RotateDialog params={params} onClose={() => setOpen(null)} />}
      {open === "delete" && (
        <DeleteDialog params={params} url={webhook.url} onClose={() => setOpen(null)} />
      )}
    </div>
  );
}
