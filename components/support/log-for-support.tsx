"use client";

import { useInfiniteQuery } from "@tanstack/react-query";

import { Failure } from "@/components/forms/failure";
import { LoadMore } from "@/components/layout/load-more";
import { useAddress } from "@/components/layout/use-address";
import { Card } from "@/components/ui/card";
import { lazyWithRetry } from "@/components/ui/lazy-with-retry";
import { Skeleton } from "@/components/ui/skeleton";
import type { Delivery } from "@/console/queries/deliveries";
import { readFilters } from "@/console/queries/delivery-filters";
import { supportDeliveriesQuery } from "@/console/queries/support";
import { text as log } from "@/console/text/deliveries";
import { text } from "@/console/text/support";

import { SupportMessage } from "./support-message";

const DeliveryFilters = lazyWithRetry(
  async () => (await import("@/components/deliveries/delivery-filters")).DeliveryFilters,
  <Skeleton className="m-3 h-9" />,
);

type Props = {
  id: string;
  url: string;
  /** The newest messages, whose outcomes can be chosen. */
  newest: readonly Delivery[] | undefined;
};

/** The messages of a webhook that match the filters in the URL, without paths and bodies. */
export function LogForSupport({ id, url, newest = [] }: Props) {
  const { search, set } = useAddress();
  const filters = readFilters(new URLSearchParams(search));
  const isNarrowed = Object.values(filters).some(Boolean);
  const list = useInfiniteQuery(supportDeliveriesQuery(id, filters));
  const messages = list.data?.pages.flat();
  const outcomes = newest.flatMap(({ attempts }) => attempts.map(({ outcome }) => outcome));
  return (
    <Card title={text.deliveries} description={text.deliveriesAbout}>
      {(newest.length > 1 || isNarrowed) && (
        <DeliveryFilters
          filters={filters}
          codes={[...new Set(outcomes)].toSorted()}
          onChange={set}
        />
      )}
      {messages === undefined && <Failure error={list.error} messages={text.errors} />}
      {list.isPending && <Skeleton className="m-5 h-24" />}
      <ul aria-busy={list.isPending} className="divide-line divide-y">
        {messages?.map((delivery) => (
          <SupportMessage key={delivery.id} delivery={delivery} url={url} />
        ))}
      </ul>
      {messages?.length === 0 && (
        <p className="text-muted px-5 py-4">{isNarrowed ? log.noMatches : text.noMessages}</p>
      )}
      <LoadMore list={list} className="border-line border-t p-3" />
    </Card>
  );
}
