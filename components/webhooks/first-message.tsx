"use client";

import { useInfiniteQuery, useQuery } from "@tanstack/react-query";

import { DeliveryRow } from "@/components/deliveries/delivery-row";
import { Failure } from "@/components/forms/failure";
import { useOrganisation } from "@/components/layout/organisation";
import { Page } from "@/components/layout/page";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { lazyWithRetry } from "@/components/ui/lazy-with-retry";
import { Link } from "@/components/ui/link";
import { Secret } from "@/components/ui/secret";
import { Skeleton } from "@/components/ui/skeleton";
import { deliveriesQuery, mergeDeliveries } from "@/console/queries/deliveries";
import { type Webhook, webhookQuery, type WebhookIds } from "@/console/queries/webhooks";
import { text } from "@/console/text/first-message";
import { text as detail } from "@/console/text/webhook-detail";

import { LiveMark } from "./live-mark";
import { webhookRoutes } from "./routes";
import { useDeliveries } from "./use-deliveries";

const CodeTabs = lazyWithRetry(
  async () => (await import("./code-tabs")).CodeTabs,
  <Skeleton className="h-64" />,
);

type Props = WebhookIds & {
  /** Only where the webhook was just created. */
  secret?: string | undefined;
};

/** A new webhook: its secret, its first message, live, and how to verify it. */
export function FirstMessage({ secret, ...params }: Props) {
  const { live, pushed } = useDeliveries(params);
  const { data: webhook, error } = useQuery(webhookQuery(params));
  const log = useInfiniteQuery(deliveriesQuery(params, {}));
  const { canWrite } = useOrganisation();
  // What the log has no longer, or further down, is not new.
  const first = log.hasNextPage
    ? undefined
    : mergeDeliveries(log.data?.pages ?? [], pushed, {}, 0)
        .flat()
        .at(-1);
  const href = webhookRoutes(params).one(params.webhook_id);
  const stage = stageOf(webhook);
  if (webhook === undefined)
    return (
      <Page title={text.created}>
        <Failure error={error} messages={{ not_found: detail.gone }} />
        {error === null && <Skeleton className="h-96" />}
      </Page>
    );
  return (
    <Page
      title={text.created}
      description={text.createdAbout(stage)}
      actions={
        <Button asChild variant="secondary">
          <Link href={href}>{text.goToWebhook}</Link>
        </Button>
      }
    >
      <Card title={text.signingSecret} description={secret && text.signingSecretAbout}>
        <div className="p-5">
          {secret === undefined ? (
            <p>{text.signingSecretGone(canWrite)}</p>
          ) : (
            <Secret label={text.secret} value={secret} />
          )}
        </div>
      </Card>
      {(first !== undefined || stage !== "arrived") && (
        <Card title={text.firstMessage} action={<LiveMark state={live} />}>
          <output className="sr-only">{first && text.received}</output>
          {first === undefined ? (
            <Skeleton className="m-5 h-6" />
          ) : (
            <DeliveryRow delivery={first} href={`${href}?delivery=${first.id}`} />
          )}
        </Card>
      )}
      <Card title={text.verifyIt} description={text.verifyItAbout}>
        <div className="p-5">
          <CodeTabs webhook={webhook} />
        </div>
      </Card>
    </Page>
  );
}

/** How far the first message has come. */
function stageOf(webhook: Webhook | undefined): "sent" | "failed" | "arrived" {
  if (webhook === undefined) return "sent";
  if (webhook.last_success_at !== null) return "arrived";
  return webhook.last_failure === null ? "sent" : "failed";
}
