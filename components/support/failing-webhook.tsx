"use client";

import { useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";

import { LifeLine } from "@/components/deliveries/life-line";
import { DeliveryPill } from "@/components/deliveries/outcome-pill";
import { Failure } from "@/components/forms/failure";
import { Page } from "@/components/layout/page";
import { Ago } from "@/components/ui/ago";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";
import { LiveMark } from "@/components/webhooks/live-mark";
import { StatusPill } from "@/components/webhooks/status-pill";
import { useLive } from "@/components/webhooks/use-live";
import { useThrottled } from "@/components/webhooks/use-throttled";
import type { Delivery } from "@/console/queries/deliveries";
import {
  isAbout,
  supportDeliveriesQuery,
  supportStream,
  supportWebhookQuery,
} from "@/console/queries/support";
import { failureMessage } from "@/console/text/failure-messages";

import { SUPPORT_WORDS } from "./counts";

const WORDS = { ...SUPPORT_WORDS, not_found: "There is no such webhook." };
const CRUMBS = [{ href: "/support", name: "Failing webhooks" }];

// Every look is a line in the audit log; a webhook that fails and fails need not fill it.
const AGAIN_MS = 5_000;

/** One webhook of any organisation and its attempts; never paths or bodies. */
export function TroubledWebhook({ id }: { id: string }) {
  const { data: webhook, error } = useQuery(supportWebhookQuery(id));
  const log = useInfiniteQuery(supportDeliveriesQuery(id));
  const cache = useQueryClient();
  const again = useThrottled(() => {
    void cache.invalidateQueries({ queryKey: supportWebhookQuery(id).queryKey });
  }, AGAIN_MS);
  const live = useLive(supportStream(), (event) => {
    if (isAbout(id, event)) again();
  });
  if (webhook === undefined)
    return (
      <Page title="Webhook" crumbs={CRUMBS}>
        <Failure error={error} messages={WORDS} />
        {error === null && <Skeleton className="h-64" />}
      </Page>
    );
  // The last failure is remembered after the webhook has recovered.
  const isWell = webhook.state === "active" && webhook.failing_since === null;
  const words = webhook.last_failure && !isWell ? failureMessage(webhook.last_failure) : null;
  return (
    <Page
      title={webhook.host}
      description={webhook.org_name}
      crumbs={CRUMBS}
      actions={
        <div className="flex items-center gap-4">
          <LiveMark state={live} />
          <StatusPill webhook={webhook} />
        </div>
      }
    >
      <Failure error={error ?? log.error} messages={WORDS} />
      <p className="text-muted font-mono text-xs wrap-anywhere">
        {id} {webhook.org_id}
      </p>
      {words && (
        <Alert tone="warn">
          <p className="font-semibold">{words.what}</p>
          <p>{words.remedy}</p>
        </Alert>
      )}
      <Card title="Attempts" description="The newest messages first; without paths and bodies.">
        {log.isPending && <Skeleton className="m-5 h-24" />}
        <ul className="divide-line divide-y">
          {log.data?.pages.flat().map((delivery) => (
            <Message key={delivery.id} delivery={delivery} />
          ))}
        </ul>
        {log.data?.pages[0]?.length === 0 && (
          <p className="text-muted px-5 py-4">No message in the last 7 days.</p>
        )}
        {log.hasNextPage && (
          <div className="border-line border-t p-3 text-center">
            <Button
              variant="secondary"
              size="sm"
              aria-disabled={log.isFetchingNextPage}
              onClick={() => void log.fetchNextPage()}
            >
              Show older ones
            </Button>
          </div>
        )}
      </Card>
    </Page>
  );
}

function Message({ delivery }: { delivery: Delivery }) {
  return (
    <li>
      <details className="group">
        <summary className="hover:bg-well flex cursor-pointer flex-wrap items-center gap-x-3 gap-y-1 px-5 py-2.5">
          <DeliveryPill delivery={delivery} />
          <span className="font-medium">{delivery.type}</span>
          <span className="text-muted text-sm tabular-nums">
            {delivery.attempts.length} attempt{delivery.attempts.length === 1 ? "" : "s"},{" "}
            {delivery.size.toLocaleString()} bytes
          </span>
          <span className="text-muted ml-auto text-sm">
            <Ago at={delivery.created_at} />
          </span>
        </summary>
        <div className="px-5 pt-1 pb-4">
          <LifeLine delivery={delivery} />
        </div>
      </details>
    </li>
  );
}
