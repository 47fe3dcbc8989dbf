"use client";

import { useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";

import { Failure } from "@/components/forms/failure";
import { Page } from "@/components/layout/page";
import { useAddress } from "@/components/layout/use-address";
import { lazyWithRetry } from "@/components/ui/lazy-with-retry";
import { Link } from "@/components/ui/link";
import { Skeleton } from "@/components/ui/skeleton";
import { LiveMark } from "@/components/webhooks/live-mark";
import { Stats } from "@/components/webhooks/stats";
import { StatusPill } from "@/components/webhooks/status-pill";
import { useLive } from "@/components/webhooks/use-live";
import { useThrottled } from "@/components/webhooks/use-throttled";
import {
  isAbout,
  supportDeliveriesQuery,
  supportStatsQuery,
  supportStream,
  supportWebhookQuery,
} from "@/console/queries/support";
import { text } from "@/console/text/support";
import { webhookName } from "@/console/text/webhook-name";
import { RequestError } from "@/lib/api-client/request";

import { LogForSupport } from "./log-for-support";
import { WebhookFacts } from "./webhook-facts";
import { WebhookProblem } from "./webhook-problem";

const OpenedMessage = lazyWithRetry(
  async () => (await import("./opened-message")).OpenedMessage,
  <Skeleton className="h-40" />,
);

const MESSAGES = { ...text.errors, not_found: text.webhookGone };
const CRUMBS = [{ href: "/support", name: text.title }];

// Every view is recorded in the audit log; a webhook that keeps failing must not fill it.
const REFRESH_MS = 5_000;

/** One webhook of any organisation with its attempts, without paths and bodies. */
export function WebhookForSupport({ id }: { id: string }) {
  const { data: webhook, error } = useQuery(supportWebhookQuery(id));
  // The newest messages whichever the log shows: what is being sent is among them.
  const newest = useInfiniteQuery(supportDeliveriesQuery(id, {}));
  const { search, withValues, set } = useAddress();
  const log = useRef<HTMLDivElement>(null);
  const opened = search.get("delivery");
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
  const shown = { ...webhook, url: `https://${webhook.host}/`, isTheirs: true };
  const messages = newest.data?.pages.flat();
  const current = messages?.find(({ status }) => status === "waiting" || status === "in_flight");
  return (
    <Page
      title={webhookName(webhook.host)}
      description={
        <Link href={`/support?organisation=${webhook.org_id}`} className="hover:underline">
          {webhook.org_name}
        </Link>
      }
      crumbs={CRUMBS}
      actions={
        <div className="flex items-center gap-4">
          <LiveMark state={live} />
          <StatusPill webhook={webhook} />
        </div>
      }
    >
      <Failure error={error} messages={MESSAGES} />
      <WebhookFacts webhook={webhook} />
      <WebhookProblem webhook={shown} current={current} />
      {opened !== null && (
        <OpenedMessage
          id={opened}
          listed={messages?.find((message) => message.id === opened)}
          url={shown.url}
          closeHref={withValues({ delivery: undefined })}
        />
      )}
      <Stats
        webhook={shown}
        charts={(filter) => {
          set({ ...filter, within: undefined });
          log.current?.scrollIntoView();
        }}
        queryOf={(window) => supportStatsQuery(id, window)}
      />
      <div ref={log} className="scroll-mt-4">
        <LogForSupport id={id} url={shown.url} newest={messages} />
      </div>
    </Page>
  );
}
