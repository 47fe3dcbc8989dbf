"use client";

import { useQuery } from "@tanstack/react-query";

import { Failure } from "@/components/forms/failure";
import { useOrganisation } from "@/components/layout/organisation";
import { Page } from "@/components/layout/page";
import { useSearchText } from "@/components/layout/use-address";
import { Card } from "@/components/ui/card";
import { Link } from "@/components/ui/link";
import { Period } from "@/components/ui/period";
import { Skeleton } from "@/components/ui/skeleton";
import { limitsQuery } from "@/console/queries/organisations";
import { periodOf, usageHistoryQuery, usageQuery } from "@/console/queries/usage";
import { text } from "@/console/text/usage";

import { Quota } from "./quota";
import { TransferChart } from "./transfer-chart";

/** The size of a filesystem against its quotas, and its transfer per day. */
export function Usage({ fsId }: { fsId: string }) {
  const { id: orgId } = useOrganisation();
  const { data, error } = useQuery(usageQuery(orgId, fsId));
  const { data: limits } = useQuery(limitsQuery(orgId));
  const [period, setPeriod] = useSearchText("days");
  const days = periodOf(period);
  const history = useQuery({
    ...usageHistoryQuery(orgId, fsId, days),
    placeholderData: (before) => before,
  });
  return (
    <Page title={text.title} isTab actions={<Period days={days} onChange={setPeriod} />}>
      <Failure error={error ?? history.error} />
      {data === undefined ? (
        !error && <Skeleton className="h-24" />
      ) : (
        <dl className="border-line bg-sheet rounded-card divide-line grid divide-y border sm:grid-cols-2 sm:divide-x sm:divide-y-0">
          <Quota
            name={text.storage}
            used={data.retained_bytes}
            limit={data.byte_quota}
            whole={limits?.bytes}
            trash={data.trash_bytes}
            format={text.storageValue}
          />
          <Quota
            name={text.entries}
            used={data.entries}
            limit={data.entry_quota}
            whole={limits?.entries}
            trash={data.trash_entries}
            format={text.entriesValue}
          />
        </dl>
      )}
      {data !== undefined && data.trash_entries > 0 && (
        <p className="text-muted text-sm">
          {text.trash(data.trash_bytes, data.trash_entries)}{" "}
          <Link href={`/o/${orgId}/filesystems/${fsId}/trash`} className="text-tide underline">
            {text.openTrash}
          </Link>
        </p>
      )}
      <Card title={text.transfer(days)} description={text.transferHint}>
        <div className="p-5">
          {history.data === undefined ? (
            <Skeleton className="h-56" />
          ) : (
            <TransferChart {...history.data} />
          )}
        </div>
      </Card>
    </Page>
  );
}
