"use client";

import { useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";

import { DeliveryPill } from "@/components/deliveries/outcome-pill";
import { Timeline } from "@/components/deliveries/timeline";
import { Failure } from "@/components/forms/failure";
import { LoadMore } from "@/components/layout/load-more";
import { Page } from "@/components/layout/page";
import { Ago } from "@/components/ui/ago";
import { Card } from "@/components/ui/card";
import { CopyButton } from "@/components/ui/copy-button";
import { Skeleton } from "@/components/ui/skeleton";
import { FailureBanner } from "@/components/webhooks/failure-banner";
import { LiveMark } from "@/components/webhooks/live-mark";
import { RevokedBanner } from "@/components/webhooks/revoked-banner";
import { Stats } from "@/components/webhooks/stats";
import { StatusPill } from "@/components/webhooks/status-pill";
import { useLive } from "@/components/webhooks/use-live";
import { useThrottled } from "@/components/webhooks/use-throttled";
import type { Delivery } from "@/console/queries/deliveries";
import {
  isAbout,
  type SupportWebhookDetail,
  supportDeliveriesQuery,
  supportStatsQuery,
  supportStream,
  supportWebhookQuery,
} from "@/console/queries/support";
import { historyOf } from "@/console/text/delivery-history";
import { forStaff } from "@/console/text/for-staff";
import { text } from "@/console/text/support";
import { webhookName } from "@/console/text/webhook-name";
import { RequestError } from "@/lib/api-client/request";

const MESSAGES = { ...text.errors, not_found: text.webhookGone };
const CRUMBS = [{ href: "/support", name: text.title }];

// Every view is recorded in the audit log; a webhook that keeps failing must not fill it.
const REFRESH_MS = 5_000;

/** One webhook of any organisation with its attempts, without paths and bodies. */
export function FailingWebhook({ id }: { id: string }) {
  const { data: webhook, error } = useQuery(supportWebhookQuery(id));
  const log = useInfiniteQuery(supportDeliveriesQuery(id));
  const cache = useQueryClient();
  const refresh = useThrottled(() => {
    void cache.invalidateQueries({ queryKey: supportWebhookQuery(id).queryKey });
  }, REFRESH_MS);
  const live = useLive(supportStream(), (event) => {
    if (isAbout(id, event)) refresh();
  });
  if (webhook === undefined || (error instanceof RequestError && error.code === "not_found"))
    return (
      <Page title={text.webhook} crumbs={CRUMBS}>
        <Failure error={error} messages={MESSAGES} />
        {error === null && <Skeleton className="h-64" />}
      </Page>
    );
  // All that is known of it, and enough to tell a listener.
  const shown = { ...webhook, url: `https://${webhook.host}/` };
  const messages = log.data?.pages.flat();
  const current = messages?.find(({ status }) => status === "waiting" || status === "in_flight");
  return (
    <Page
      title={webhookName(webhook.host)}
      description={webhook.org_name}
      crumbs={CRUMBS}
      actions={
        <div className="flex items-center gap-4">
          <LiveMark state={live} />
          <StatusPill webhook={webhook} />
        </div>
      }
    >
      <Failure error={error ?? (log.isFetchNextPageError ? null : log.error)} messages={MESSAGES} />
      <Facts webhook={webhook} />
      {webhook.disabled_reason === "access_revoked" ? (
        <RevokedBanner reader="staff" />
      ) : (
        <FailureBanner webhook={shown} current={current} staff={forStaff} />
      )}
      <Stats webhook={shown} charts queryOf={(window) => supportStatsQuery(id, window)} />
      <Card title={text.attempts} description={text.attemptsAbout}>
        {log.isPending && <Skeleton className="m-5 h-24" />}
        <ul className="divide-line divide-y">
          {messages?.map((delivery) => (
            <Message key={delivery.id} delivery={delivery} url={shown.url} />
          ))}
        </ul>
        {messages?.length === 0 && <p className="text-muted px-5 py-4">{text.noMessages}</p>}
        <LoadMore list={log} className="border-line border-t p-3" />
      </Card>
    </Page>
  );
}

function Facts({ webhook }: { webhook: SupportWebhookDetail }) {
  const times = [
    [text.created, webhook.created_at],
    [text.lastSuccess, webhook.last_success_at],
    [text.lastFailure, webhook.last_failure_at],
  ] as const;
  const ids = [
    [text.webhook, webhook.webhook_id],
    [text.organisation, webhook.org_id],
  ] as const;
  return (
    <dl className="flex flex-wrap gap-x-6 gap-y-2 text-sm">
      {times.map(([name, at]) => (
        <Fact key={name} name={name}>
          {at === null ? text.never : <Ago at={at} />}
        </Fact>
      ))}
      <div className="basis-full max-sm:hidden" />
      {ids.map(([name, value]) => (
        <Fact key={name} name={name}>
          <code className="font-mono text-xs wrap-anywhere">{value}</code>
          <CopyButton text={value} label={text.copy(name)} />
        </Fact>
      ))}
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center gap-x-1.5 gap-y-1">
      <dt className="text-muted">{name}</dt>
      <dd className="flex items-center gap-2">{children}</dd>
    </div>
  );
}

function Message({ delivery, url }: { delivery: Delivery; url: string }) {
  return (
    <li>
      <details className="group">
        <summary className="hover:bg-well flex cursor-pointer flex-wrap items-center gap-x-3 gap-y-1 px-5 py-2.5">
          <DeliveryPill delivery={delivery} />
          <span className="font-medium">{delivery.type}</span>
          <span className="text-muted text-sm tabular-nums">
            {historyOf(delivery)}, {text.size(delivery.size)}
          </span>
          <span className="text-muted ml-auto text-sm">
            <Ago at={delivery.created_at} />
          </span>
        </summary>
        <div className="px-5 pt-1 pb-4">
          <Timeline isStaff delivery={delivery} url={url} />
        </div>
      </details>
    </li>
  );
}
