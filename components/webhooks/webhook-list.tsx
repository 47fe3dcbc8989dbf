"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Plus } from "lucide-react";

import { Failure } from "@/components/forms/failure";
import { useOrganisation } from "@/components/layout/organisation";
import { Page } from "@/components/layout/page";
import { useAddress } from "@/components/layout/use-address";
import { Button } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { Skeleton } from "@/components/ui/skeleton";
import { useNow } from "@/components/ui/use-now";
import { applyWebhookEvent } from "@/console/queries/webhook-events";
import {
  type FilesystemIds,
  type Webhook,
  webhooksQuery,
  webhooksStream,
} from "@/console/queries/webhooks";
import { narrowWebhooks, readWebhookFilters } from "@/console/state/webhook-filters";
import { text } from "@/console/text/webhook-list";
import { text as shared } from "@/console/text/webhooks";
import type { LiveState } from "@/lib/api-client/follow-stream";
import { WEBHOOK_LIMITS } from "@/lib/contract/webhook-limits";

import { LiveMark } from "./live-mark";
import { NoWebhooks } from "./no-webhooks";
import { webhookRoutes } from "./routes";
import { useLive } from "./use-live";
import { useThrottled } from "./use-throttled";
import { WebhookFilters } from "./webhook-filters";
import { WebhookRow } from "./webhook-row";

// A busy webhook finishes an attempt every second; the sparkline of a day may lag behind.
const STATS_REFRESH_MS = 5_000;
const isStats = ({ queryKey }: { queryKey: readonly unknown[] }) => queryKey[2] === "stats";

/** The webhooks of a filesystem with their current status. */
export function WebhookList(params: FilesystemIds) {
  const cache = useQueryClient();
  const refreshStats = useThrottled(() => {
    void cache.invalidateQueries({ queryKey: ["webhook"], predicate: isStats });
  }, STATS_REFRESH_MS);
  const live = useLive(webhooksStream(params), (event) => {
    applyWebhookEvent(cache, params, event);
    if (event.event === "webhook") refreshStats();
  });
  const { data: webhooks, error } = useQuery(webhooksQuery(params));
  const routes = webhookRoutes(params);
  const { canWrite } = useOrganisation();
  return (
    <Page
      title={shared.webhooks}
      isTab
      description={text.listAbout(webhooks?.length, WEBHOOK_LIMITS.webhooks, canWrite)}
      actions={
        canWrite &&
        webhooks !== undefined &&
        webhooks.length > 0 &&
        webhooks.length < WEBHOOK_LIMITS.webhooks && (
          <Button asChild>
            <Link href={routes.new}>
              <Plus aria-hidden /> {shared.newWebhook}
            </Link>
          </Button>
        )
      }
    >
      <Failure error={webhooks === undefined ? error : null} />
      {webhooks === undefined && error === null && <Skeleton className="h-40" />}
      {webhooks?.length === 0 && <NoWebhooks {...params} />}
      {webhooks !== undefined && webhooks.length > 0 && (
        <FilteredList params={params} webhooks={webhooks} live={live} />
      )}
    </Page>
  );
}

type FilteredListProps = {
  params: FilesystemIds;
  webhooks: readonly Webhook[];
  live: LiveState;
};

function FilteredList({ params, webhooks, live }: FilteredListProps) {
  const { search, set } = useAddress();
  const filters = readWebhookFilters(new URLSearchParams(search));
  const { shown, counts, found } = narrowWebhooks(webhooks, filters, useNow());
  return (
    <section aria-label={shared.webhooks} className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <WebhookFilters filters={filters} counts={counts} found={found} onChange={set} />
        <LiveMark state={live} />
      </div>
      {shown.length === 0 ? (
        <output className="text-muted block py-4">{text.noMatches}</output>
      ) : (
        <ul className="border-line bg-sheet rounded-card divide-line divide-y border">
          {shown.map((webhook) => (
            <li key={webhook.id}>
              <WebhookRow params={{ ...params, webhook_id: webhook.id }} webhook={webhook} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
