"use client";

import { useQuery } from "@tanstack/react-query";

import { DeliveryLog } from "@/components/deliveries/delivery-log";
import { Failure } from "@/components/forms/failure";
import { Page } from "@/components/layout/page";
import { Tabs } from "@/components/layout/tabs";
import { useAddress } from "@/components/layout/use-address";
import { CopyButton } from "@/components/ui/copy-button";
import { lazyWithRetry } from "@/components/ui/lazy-with-retry";
import { Skeleton } from "@/components/ui/skeleton";
import { type Webhook, webhookQuery, type WebhookIds } from "@/console/queries/webhooks";

import { LiveMark } from "./live-mark";
import { Stats } from "./stats";
import { StatusPill } from "./status-pill";
import { useDeliveries } from "./use-deliveries";
import { WebhookActions } from "./webhook-actions";
import { WebhookAddress } from "./webhook-address";

const FailureBanner = lazyWithRetry(
  async () => (await import("./failing")).FailureBanner,
  <Skeleton className="h-24" />,
);
const VerifyTab = lazyWithRetry(
  async () => (await import("./verify-tab")).VerifyTab,
  <Skeleton className="h-64" />,
);

/** One webhook at this moment, all of it from one stream. */
export function WebhookDetail(params: WebhookIds) {
  const { live, told } = useDeliveries(params);
  const { data: webhook, error } = useQuery(webhookQuery(params));
  const { search } = useAddress();
  const current = told.find(({ status }) => status === "waiting" || status === "in_flight");
  const isVerify = search.get("tab") === "verify";
  if (webhook === undefined)
    return (
      <Page title="Webhook">
        <Failure error={error} messages={{ not_found: "This webhook does not exist any more." }} />
        {error === null && <Skeleton className="h-64" />}
      </Page>
    );
  const isTroubled = webhook.state === "disabled" || webhook.failing_since !== null;
  return (
    <Page
      title={new URL(webhook.url).host}
      actions={<WebhookActions params={params} webhook={webhook} />}
    >
      <Facts webhook={webhook} />
      {isTroubled && <FailureBanner webhook={webhook} current={current} />}
      <Parts isVerify={isVerify} />
      {isVerify ? (
        <VerifyTab webhook={webhook} />
      ) : (
        <>
          <Stats params={params} webhook={webhook} />
          <div className="flex items-center justify-between gap-4">
            <h2 className="text-lg font-semibold">Deliveries</h2>
            <LiveMark state={live} />
          </div>
          <DeliveryLog params={params} told={told} />
        </>
      )}
    </Page>
  );
}

function Facts({ webhook }: { webhook: Webhook }) {
  return (
    <div className="-mt-3 flex flex-wrap items-center gap-x-4 gap-y-2">
      <StatusPill webhook={webhook} />
      <span className="flex min-w-0 items-center gap-2">
        <WebhookAddress url={webhook.url} />
        <CopyButton text={webhook.url} label="Copy the URL" />
      </span>
      <span className="text-muted text-sm">
        changes below <span className="text-ink font-mono">{webhook.path_prefix}</span>
      </span>
    </div>
  );
}

function Parts({ isVerify }: { isVerify: boolean }) {
  const { withValues } = useAddress();
  const tabs = [
    { name: "Deliveries", href: withValues({ tab: undefined }), isHere: !isVerify },
    { name: "Verify", href: withValues({ tab: "verify", delivery: undefined }), isHere: isVerify },
  ];
  return (
    <div className="border-line border-b">
      <Tabs label="Webhook" tabs={tabs} scroll={false} />
    </div>
  );
}
