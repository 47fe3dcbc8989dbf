"use client";

import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useState } from "react";

import { Failure } from "@/components/forms/failure";
import { useAddress } from "@/components/layout/use-address";
import { Button } from "@/components/ui/button";
import { lazyWithRetry } from "@/components/ui/lazy-with-retry";
import { Skeleton } from "@/components/ui/skeleton";
import { useNow } from "@/components/ui/use-now";
import {
  deliveriesQuery,
  type Delivery,
  mergeDeliveries,
  readFilters,
} from "@/console/queries/deliveries";
import { statsQuery, type WebhookIds } from "@/console/queries/webhooks";

import { DeliveryFilters } from "./delivery-filters";
import { DeliveryRow } from "./delivery-row";

const DeliveryDrawer = lazyWithRetry(
  async () => (await import("./delivery-drawer")).DeliveryDrawer,
);

type Props = {
  params: WebhookIds;
  /** What the page's stream has told of, newest first. */
  told: readonly Delivery[];
};

/** The messages of a webhook, live unless it is paused, narrowed by what the address says. */
export function DeliveryLog({ params, told }: Props) {
  const { search, withValues, set } = useAddress();
  const [frozen, setFrozen] = useState<readonly Delivery[] | null>(null);
  const filters = readFilters(new URLSearchParams(search));
  const now = useNow();
  const log = useInfiniteQuery(deliveriesQuery(params, filters));
  const { data: stats } = useQuery(statsQuery(params, "7d"));
  const codes = Object.keys(stats?.by_code ?? {}).toSorted();
  const deliveries =
    log.data && mergeDeliveries(log.data.pages, frozen ?? told, filters, now).flat();
  const opened = search.get("delivery");
  const missed = frozen === null ? 0 : told.filter(({ id }) => id > (frozen[0]?.id ?? "")).length;
  return (
    <section aria-label="Deliveries" className="border-line bg-sheet rounded-card border">
      <DeliveryFilters
        filters={filters}
        codes={codes}
        onChange={set}
        isPaused={frozen !== null}
        onPause={(isPaused) => setFrozen(isPaused ? told : null)}
      />
      {frozen !== null && (
        <output className="bg-well text-muted block px-5 py-2 text-sm">
          Paused{missed > 0 && `; ${missed} newer message${missed === 1 ? "" : "s"}`}.
        </output>
      )}
      {log.error && deliveries === undefined && (
        <div className="p-5">
          <Failure error={log.error} />
        </div>
      )}
      {log.isPending && <Waiting />}
      <ul aria-busy={log.isPending} className="divide-line divide-y">
        {deliveries?.map((delivery) => (
          <li key={delivery.id}>
            <DeliveryRow delivery={delivery} href={withValues({ delivery: delivery.id })} />
          </li>
        ))}
      </ul>
      {deliveries?.length === 0 && (
        <p className="text-muted px-5 py-8">
          {Object.values(filters).some(Boolean)
            ? "No message of the last 7 days is like this."
            : "No message in the last 7 days. Change a file, and one goes out within a second."}
        </p>
      )}
      {log.hasNextPage && (
        <div className="border-line border-t p-3 text-center">
          <Button
            variant="secondary"
            size="sm"
            aria-disabled={log.isFetchingNextPage}
            onClick={() => void log.fetchNextPage()}
          >
            {log.isFetchingNextPage ? "One moment…" : "Show older ones"}
          </Button>
        </div>
      )}
      {opened !== null && (
        <DeliveryDrawer
          params={params}
          id={opened}
          live={told.find(({ id }) => id === opened)}
          onClose={() => set({ delivery: undefined })}
        />
      )}
    </section>
  );
}

function Waiting() {
  return (
    <div className="flex flex-col gap-3 px-5 py-4">
      {[1, 2, 3].map((row) => (
        <Skeleton key={row} className="h-5" />
      ))}
    </div>
  );
}
