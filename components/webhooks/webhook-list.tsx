"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import Link from "next/link";

import { Failure } from "@/components/forms/failure";
import { Page } from "@/components/layout/page";
import { useAddress } from "@/components/layout/use-address";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import { useNow } from "@/components/ui/use-now";
import type { LiveState } from "@/console/queries/live";
import { takeWebhooksEvent } from "@/console/queries/webhook-events";
import {
  type FilesystemIds,
  type Webhook,
  webhooksQuery,
  webhooksStream,
} from "@/console/queries/webhooks";
import { narrowWebhooks, readWebhookFilters } from "@/console/state/webhook-filters";

import { LiveMark } from "./live-mark";
import { NoWebhooks } from "./no-webhooks";
import { placesOf } from "./routes";
import { useLive } from "./use-live";
import { useThrottled } from "./use-throttled";
import { WebhookFilters } from "./webhook-filters";
import { WebhookRow } from "./webhook-row";

// spec 10.1
const MOST = 5;
// A busy webhook ends an attempt every second; the picture of a day need not run as fast.
const COUNT_AGAIN_MS = 5_000;
const isStats = ({ queryKey }: { queryKey: readonly unknown[] }) => queryKey[2] === "stats";

/** The webhooks of a filesystem and how each stands at this moment. */
export function WebhookList(params: FilesystemIds) {
  const cache = useQueryClient();
  const recount = useThrottled(() => {
    void cache.invalidateQueries({ queryKey: ["webhook"], predicate: isStats });
  }, COUNT_AGAIN_MS);
  const live = useLive(webhooksStream(params), (event) => {
    takeWebhooksEvent(cache, params, event);
    if (event.event === "webhook") recount();
  });
  const { data: webhooks, error } = useQuery(webhooksQuery(params));
  const places = placesOf(params);
  return (
    <Page
      title="Webhooks"
      description="Each tells a backend of yours of every change in this filesystem. There may be five."
      actions={
        webhooks !== undefined &&
        webhooks.length > 0 &&
        webhooks.length < MOST && (
          <Button asChild>
            <Link href={places.new}>
              <Plus aria-hidden /> New webhook
            </Link>
          </Button>
        )
      }
    >
      <Failure error={webhooks === undefined ? error : null} />
      {webhooks === undefined && error === null && <Skeleton className="h-40" />}
      {webhooks?.length === 0 && <NoWebhooks {...params} />}
      {webhooks !== undefined && webhooks.length > 0 && (
        <Some params={params} webhooks={webhooks} live={live} />
      )}
    </Page>
  );
}

type SomeProps = { params: FilesystemIds; webhooks: readonly Webhook[]; live: LiveState };

function Some({ params, webhooks, live }: SomeProps) {
  const { search, set } = useAddress();
  const filters = readWebhookFilters(new URLSearchParams(search));
  const { shown, counts, found } = narrowWebhooks(webhooks, filters, useNow());
  return (
    <section aria-label="Webhooks" className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <WebhookFilters filters={filters} counts={counts} found={found} onChange={set} />
        <LiveMark state={live} />
      </div>
      {shown.length === 0 ? (
        <output className="text-muted block py-4">No webhook here is like this.</output>
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
