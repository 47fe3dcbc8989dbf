"use client";

import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";

import { Failure } from "@/components/forms/failure";
import { LoadMore } from "@/components/layout/load-more";
import { useAddress } from "@/components/layout/use-address";
import { Button } from "@/components/ui/button";
import { lazyWithRetry } from "@/components/ui/lazy-with-retry";
import { Skeleton } from "@/components/ui/skeleton";
import { useNow } from "@/components/ui/use-now";
import { LiveMark } from "@/components/webhooks/live-mark";
import { deliveriesQuery, type Delivery, mergeDeliveries } from "@/console/queries/deliveries";
import { readFilters } from "@/console/queries/delivery-filters";
import { statsQuery, type WebhookIds } from "@/console/queries/webhooks";
import { text } from "@/console/text/deliveries";
import type { LiveState } from "@/lib/api-client/follow-stream";

import { DeliveryFilters } from "./delivery-filters";
import { DeliveryRow } from "./delivery-row";
import { neighboursOf } from "./neighbours";

const DeliveryDrawer = lazyWithRetry(
  async () => (await import("./delivery-drawer")).DeliveryDrawer,
);

type Props = {
  params: WebhookIds;
  /** The deliveries that the page's stream has pushed, newest first. */
  pushed: readonly Delivery[];
  live: LiveState;
  heading: ReactNode;
};

/** The deliveries of a webhook that match the filters in the URL, live unless paused, below their heading. */
export function DeliveryLog({ params, pushed, live, heading }: Props) {
  const { search, withValues, set } = useAddress();
  const [frozen, setFrozen] = useState<readonly Delivery[] | null>(null);
  const filters = readFilters(new URLSearchParams(search));
  const now = useNow();
  const log = useInfiniteQuery(deliveriesQuery(params, filters));
  const { data: stats } = useQuery(statsQuery(params, "7d"));
  const codes = Object.keys(stats?.by_code ?? {}).toSorted();
  const deliveries =
    log.data && mergeDeliveries(log.data.pages, frozen ?? pushed, filters, now).flat();
  const opened = search.get("delivery");
  const newer = frozen === null ? 0 : pushed.filter(({ id }) => id > (frozen[0]?.id ?? "")).length;
  return (
    <>
      <div className="flex items-center justify-between gap-4">
        {heading}
        {frozen === null && <LiveMark state={live} />}
      </div>
      <section aria-label={text.deliveries} className="border-line bg-sheet rounded-card border">
        <DeliveryFilters filters={filters} codes={codes} onChange={set}>
          <Button
            variant="secondary"
            className="ml-auto px-3"
            onClick={() => setFrozen(frozen === null ? pushed : null)}
          >
            {frozen === null ? text.pause : text.resume}
          </Button>
        </DeliveryFilters>
        {frozen !== null && (
          <output className="bg-well text-muted block px-5 py-2 text-sm">
            {text.paused(newer)}
          </output>
        )}
        {log.error && deliveries === undefined && (
          <div className="p-5">
            <Failure error={log.error} />
          </div>
        )}
        {log.isPending && <Loading />}
        <ul aria-busy={log.isPending} className="divide-line divide-y">
          {deliveries?.map((delivery) => (
            <li key={delivery.id}>
              <DeliveryRow delivery={delivery} href={withValues({ delivery: delivery.id })} />
            </li>
          ))}
        </ul>
        {deliveries?.length === 0 && (
          <p className="text-muted px-5 py-8">
            {Object.values(filters).some(Boolean) ? text.noMatches : text.noMessages}
          </p>
        )}
        <LoadMore list={log} className="border-line border-t p-3" />
        {opened !== null && (
          <DeliveryDrawer
            params={params}
            id={opened}
            live={pushed.find(({ id }) => id === opened)}
            neighbours={neighboursOf(deliveries, opened, (id) => set({ delivery: id }))}
            onClose={() => set({ delivery: undefined })}
          />
        )}
      </section>
    </>
  );
}

function Loading() {
  return (
    <div className="flex flex-col gap-3 px-5 py-4">
      {[1, 2, 3].map((row) => (
        <Skeleton key={row} className="h-5" />
      ))}
    </div>
  );
}
