"use client";

import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";

import { useOrganisation } from "@/components/layout/organisation";
import { Card } from "@/components/ui/card";
import { lazyWithRetry } from "@/components/ui/lazy-with-retry";
import { Link } from "@/components/ui/link";
import { Skeleton } from "@/components/ui/skeleton";
import { allStatsQuery } from "@/console/queries/organisation-webhooks";
import { text } from "@/console/text/overview";

const Charts = lazyWithRetry(
  async () => (await import("@/components/webhooks/charts")).Charts,
  <Skeleton className="h-40" />,
);

/** The attempts of all webhooks in the last 24 hours. */
export function Activity() {
  const { id: orgId } = useOrganisation();
  const router = useRouter();
  const { data } = useQuery(allStatsQuery(orgId, "24h"));
  if (data === undefined) return null;
  return (
    <Card
      title={text.activity}
      description={text.activityAbout}
      action={
        <Link
          className="text-tide shrink-0 text-sm underline-offset-4 hover:underline"
          href={`/o/${orgId}/deliveries`}
        >
          {text.viewDeliveries}
        </Link>
      }
    >
      <div className="px-5 py-4">
        <Charts
          stats={data}
          window="24h"
          onPick={(filter) =>
            router.push(`/o/${orgId}/deliveries?${new URLSearchParams(filter).toString()}`)
          }
        />
      </div>
    </Card>
  );
}
