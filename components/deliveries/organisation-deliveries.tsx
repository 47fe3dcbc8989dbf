"use client";

import { useInfiniteQuery, useQuery } from "@tanstack/react-query";

import { Failure } from "@/components/forms/failure";
import { LoadMore } from "@/components/layout/load-more";
import { useOrganisation } from "@/components/layout/organisation";
import { Page } from "@/components/layout/page";
import { useAddress } from "@/components/layout/use-address";
import { Button } from "@/components/ui/button";
import { lazyWithRetry } from "@/components/ui/lazy-with-retry";
import { Link } from "@/components/ui/link";
import { Skeleton } from "@/components/ui/skeleton";
import { readFilters } from "@/console/queries/delivery-filters";
import { namedFilesystemsQuery } from "@/console/queries/filesystems";
import {
  allDeliveriesQuery,
  allStatsQuery,
  type PlacedDelivery,
  readScope,
} from "@/console/queries/organisation-webhooks";
import { text as all } from "@/console/text/all-deliveries";
import { text } from "@/console/text/deliveries";
import { webhookLabel } from "@/console/text/webhook-label";

import { DeliveryFilters } from "./delivery-filters";
import { DeliveryRow } from "./delivery-row";
import { neighboursOf } from "./neighbours";
import { OpenById } from "./open-by-id";
import { ScopeFilters } from "./scope-filters";

const KINDS = ["msg"] as const;

const PlacedDrawer = lazyWithRetry(async () => (await import("./placed-drawer")).PlacedDrawer);

/** The deliveries of all webhooks that match the filters in the URL, newest first. */
export function OrganisationDeliveries() {
  const { id: orgId } = useOrganisation();
  const { search, withValues, set } = useAddress();
  const filters = readFilters(new URLSearchParams(search));
  const scope = readScope(new URLSearchParams(search));
  const isNarrowed = Object.values({ ...filters, ...scope }).some(Boolean);
  const log = useInfiniteQuery(allDeliveriesQuery(orgId, filters, scope));
  const { data: stats } = useQuery(allStatsQuery(orgId, "7d"));
  const { data: filesystems = [] } = useQuery(namedFilesystemsQuery(orgId));
  const names = new Map(filesystems.map(({ id, name }) => [id, name]));
  const deliveries = log.data?.pages.flat();
  const opened = search.get("delivery");
  return (
    <Page
      title={text.deliveries}
      description={all.allAbout}
      actions={<OpenById kinds={KINDS} text={all} onOpen={(id) => set({ delivery: id })} />}
    >
      <section aria-label={text.deliveries} className="border-line bg-sheet rounded-card border">
        <DeliveryFilters
          filters={filters}
          codes={Object.keys(stats?.by_code ?? {}).toSorted()}
          scope={<ScopeFilters scope={scope} filesystems={filesystems} onChange={set} />}
          scopes={Object.values(scope).filter(Boolean).length}
          onChange={set}
        />
        <Failure error={deliveries === undefined ? log.error : null} />
        {log.isPending && <Skeleton className="m-5 h-24" />}
        <ul aria-busy={log.isPending} className="divide-line divide-y">
          {deliveries?.map((delivery) => (
            <li key={delivery.id}>
              <DeliveryRow
                delivery={delivery}
                href={withValues({ delivery: delivery.id })}
                webhook={
                  <Webhook delivery={delivery} filesystem={names.get(delivery.filesystem_id)} />
                }
              />
            </li>
          ))}
        </ul>
        {deliveries?.length === 0 && isNarrowed && (
          <p className="text-muted px-5 py-8">{text.noMatches}</p>
        )}
        {deliveries?.length === 0 && !isNarrowed && <None />}
        <LoadMore list={log} className="border-line border-t p-3" />
        {opened !== null && (
          <PlacedDrawer
            id={opened}
            listed={deliveries?.find(({ id }) => id === opened)}
            neighbours={neighboursOf(deliveries, opened, (id) => set({ delivery: id }))}
            onClose={() => set({ delivery: undefined })}
          />
        )}
      </section>
    </Page>
  );
}

function None() {
  const { id: orgId } = useOrganisation();
  return (
    <div className="flex flex-col items-start gap-3 px-5 py-8">
      <h2 className="font-semibold">{all.noneYet}</h2>
      <p className="text-muted max-w-prose">{all.noneAnywhere}</p>
      <Button asChild variant="secondary">
        <Link href={`/o/${orgId}/webhooks`}>{all.toWebhooks}</Link>
      </Button>
    </div>
  );
}

type WebhookProps = { delivery: PlacedDelivery; filesystem: string | undefined };

function Webhook({ delivery, filesystem }: WebhookProps) {
  return (
    <span className="text-muted min-w-0 basis-full truncate text-sm">
      {webhookLabel(delivery)}
      {filesystem !== undefined && ` · ${filesystem}`}
    </span>
  );
}
