"use client";

import { useState } from "react";

import { useOrganisation } from "@/components/layout/organisation";
import { Button } from "@/components/ui/button";
import { lazyWithRetry } from "@/components/ui/lazy-with-retry";
import { Menu } from "@/components/ui/menu";
import { Skeleton } from "@/components/ui/skeleton";
import type { Webhook, WebhookIds } from "@/console/queries/webhooks";
import { isHealthy } from "@/console/state/is-healthy";
import { text } from "@/console/text/webhook-detail";

import { Paused } from "./lazy-paused";
import { WebhookDialog } from "./lazy-webhook-dialog";
import type { WebhookDialogName } from "./webhook-dialog";

const RecoveryActions = lazyWithRetry(
  async () => (await import("./failing")).RecoveryActions,
  <Skeleton className="h-9 w-24" />,
);
const WebhookItems = lazyWithRetry(async () => (await import("./webhook-items")).WebhookItems);

type Props = { params: WebhookIds; webhook: Webhook };

/** The actions for a webhook in its current status. */
export function WebhookActions({ params, webhook }: Props) {
  const [open, setOpen] = useState<WebhookDialogName | null>(null);
  if (!useOrganisation().canWrite) return null;
  return (
    <div className="flex max-w-full flex-wrap gap-2 sm:justify-end">
      {webhook.state === "paused" ? (
        <Paused part="action" params={params} />
      ) : (
        !isHealthy(webhook) && <RecoveryActions params={params} webhook={webhook} />
      )}
      <Menu items={WebhookItems} trigger={<Button variant="secondary">{text.actions}</Button>}>
        <WebhookItems webhook={webhook} onOpen={setOpen} />
      </Menu>
      {open !== null && (
        <WebhookDialog
          name={open}
          params={params}
          webhook={webhook}
          onClose={() => setOpen(null)}
        />
      )}
    </div>
  );
}
