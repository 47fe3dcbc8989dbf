"use client";

import { useQuery } from "@tanstack/react-query";
import { useRef } from "react";

import { DeliveryLog } from "@/components/deliveries/delivery-log";
import { Failure } from "@/components/forms/failure";
import { useOrganisation } from "@/components/layout/organisation";
import { Page } from "@/components/layout/page";
import { Tabs } from "@/components/layout/tabs";
import { Template } from "@/components/layout/template";
import { useAddress } from "@/components/layout/use-address";
import { Ago } from "@/components/ui/ago";
import { lazyWithRetry } from "@/components/ui/lazy-with-retry";
import { Skeleton } from "@/components/ui/skeleton";
import { useNow } from "@/components/ui/use-now";
import {
  statsQuery,
  type Webhook,
  webhookQuery,
  type WebhookIds,
} from "@/console/queries/webhooks";
import { isHealthy } from "@/console/state/is-healthy";
import { text } from "@/console/text/webhook-detail";
import { webhookAddress, webhookLabel } from "@/console/text/webhook-label";
import { text as shared } from "@/console/text/webhooks";
import { isListener } from "@/lib/contract/listener-url";
import { isTestInbox } from "@/lib/contract/test-inbox-url";

import { Paused } from "./lazy-paused";
import { PathPrefix } from "./path-prefix";
import { webhookRoutes } from "./routes";
import { Stats } from "./stats";
import { StatusPill } from "./status-pill";
import { useDeliveries } from "./use-deliveries";
import { WebhookActions } from "./webhook-actions";

const FailureBanner = lazyWithRetry(
  async () => (await import("./failing")).FailureBanner,
  <Skeleton className="h-24" />,
);
const RevokedBanner = lazyWithRetry(
  async () => (await import("./revoked-banner")).RevokedBanner,
  <Skeleton className="h-24" />,
);
const Inbox = lazyWithRetry(
  async () => (await import("./inbox")).Inbox,
  <Skeleton className="h-64" />,
);
const VerifyTab = lazyWithRetry(
  async () => (await import("./verify-tab")).VerifyTab,
  <Skeleton className="h-64" />,
);

const TABS = ["deliveries", "activity", "verify"] as const;

/** One webhook, live from a single stream. */
export function WebhookDetail(params: WebhookIds) {
  const { live, pushed } = useDeliveries(params);
  const { data: webhook, error } = useQuery(webhookQuery(params));
  const { search, set } = useAddress();
  const current = pushed.find(({ status }) => status === "waiting" || status === "in_flight");
  const { canWrite } = useOrganisation();
  const reader = canWrite ? "writer" : "viewer";
  const hasPicked = useRef(false);
  const tab = TABS.find((one) => one === search.get("tab")) ?? "deliveries";
  if (webhook === undefined)
    return (
      <Page title={shared.webhook}>
        <Failure error={error} messages={{ not_found: text.gone }} />
        {error === null && <Skeleton className="h-64" />}
      </Page>
    );
  return (
    <Page
      title={isListener(webhook) ? webhookLabel(webhook) : webhookAddress(webhook)}
      description={isListener(webhook) ? text.listenerAbout : webhook.description}
      actions={<WebhookActions params={params} webhook={webhook} />}
    >
      <Facts webhook={webhook} />
      {webhook.state === "paused" ? (
        <Paused part="banner" />
      ) : (
        !isHealthy(webhook) &&
        (webhook.disabled_reason === "access_revoked" ? (
          <RevokedBanner
            webhook={webhook}
            reader={reader}
            againHref={canWrite && webhookRoutes(params).like(webhook.id)}
          />
        ) : (
          <FailureBanner webhook={webhook} current={current} reader={reader} />
        ))
      )}
      {isTestInbox(webhook) && <Inbox params={params} webhook={webhook} pushed={pushed} />}
      <DetailTabs current={tab} />
      {tab === "verify" ? (
        <VerifyTab webhook={webhook} />
      ) : (
        <Stats
          webhook={webhook}
          queryOf={(window) => statsQuery(params, window)}
          charts={
            tab === "activity" &&
            ((filter) => {
              hasPicked.current = true;
              set({ ...filter, within: undefined, tab: undefined });
            })
          }
        />
      )}
      {tab === "deliveries" && (
        <DeliveryLog
          params={params}
          pushed={pushed}
          live={live}
          heading={
            // The chart that was pressed is gone, and with it the focus.
            <h2
              tabIndex={-1}
              ref={(heading) => {
                if (hasPicked.current) heading?.focus();
                hasPicked.current = false;
              }}
              className="text-lg font-semibold outline-none"
            >
              {shared.deliveries}
            </h2>
          }
        />
      )}
    </Page>
  );
}

function Facts({ webhook }: { webhook: Webhook }) {
  const { previous_secret_expires_at: oldSecret } = webhook;
  const now = useNow();
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 sm:-mt-3">
      <StatusPill webhook={webhook} />
      <span className="text-muted text-sm">
        <Template
          text={text.onPath}
          slots={{ path: <PathPrefix prefix={webhook.path_prefix} /> }}
        />
      </span>
      {oldSecret !== null && Date.parse(oldSecret) > now && (
        <span className="text-muted text-sm">
          <Template text={text.oldSecret} slots={{ time: <Ago at={oldSecret} /> }} />
        </span>
      )}
    </div>
  );
}

function DetailTabs({ current }: { current: (typeof TABS)[number] }) {
  const { withValues } = useAddress();
  const tabs = TABS.map((tab) => ({
    name: text.tabs[tab],
    href: withValues({ tab: tab === "deliveries" ? undefined : tab, delivery: undefined }),
    isHere: tab === current,
  }));
  return (
    <div className="border-line border-b">
      <Tabs label={shared.webhook} tabs={tabs} scroll={false} />
    </div>
  );
}
