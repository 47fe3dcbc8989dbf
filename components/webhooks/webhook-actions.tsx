"use client";

import { useState } from "react";

import { Button } from "@/components/ui/button";
import { lazyWithRetry } from "@/components/ui/lazy-with-retry";
import { Skeleton } from "@/components/ui/skeleton";
import type { Webhook, WebhookIds } from "@/console/queries/webhooks";

const MendActions = lazyWithRetry(
  async () => (await import("./failing")).MendActions,
  <Skeleton className="h-9 w-24" />,
);
const RotateDialog = lazyWithRetry(async () => (await import("./rotate-dialog")).RotateDialog);
const DeleteDialog = lazyWithRetry(async () => (await import("./delete-dialog")).DeleteDialog);

type Props = { params: WebhookIds; webhook: Webhook };

/** What can be done with a webhook as it stands. */
export function WebhookActions({ params, webhook }: Props) {
  const [open, setOpen] = useState<"rotate" | "delete" | null>(null);
  const isTroubled = webhook.state === "disabled" || webhook.failing_since !== null;
  return (
    <div className="flex max-w-full flex-wrap gap-2">
      {isTroubled && <MendActions params={params} webhook={webhook} />}
      <Button variant="secondary" onClick={() => setOpen("rotate")}>
        Rotate secret
      </Button>
      <Button variant="danger" onClick={() => setOpen("delete")}>
        Delete
      </Button>
      {open === "rotate" && <RotateDialog params={params} onClose={() => setOpen(null)} />}
      {open === "delete" && (
        <DeleteDialog params={params} url={webhook.url} onClose={() => setOpen(null)} />
      )}
    </div>
  );
}
