"use client";

import { useQuery } from "@tanstack/react-query";
import type { ComponentProps } from "react";

import { Failure } from "@/components/forms/failure";
import { useOrganisation } from "@/components/layout/organisation";
import { Page } from "@/components/layout/page";
import { useSearchText } from "@/components/layout/use-address";
import { RequestDays } from "@/components/organisations/request-days";
import { Card } from "@/components/ui/card";
import { Link } from "@/components/ui/link";
import { Select } from "@/components/ui/select";
import { Skeleton } from "@/components/ui/skeleton";
import { UsedOf } from "@/components/ui/used-of";
import { limitsQuery } from "@/console/queries/organisations";
import {
  periodOf,
  PERIODS,
  requestHistoryQuery,
  usageHistoryQuery,
  usageQuery,
} from "@/console/queries/usage";
import { text } from "@/console/text/usage";

import { TransferChart } from "./transfer-chart";

/** The size of a filesystem against its quotas, its transfer per day, and the requests of its API keys. */
export function Usage({ fsId }: { fsId: string }) {
  const { id: orgId, isAdmin } = useOrganisation();
  const { data, error } = useQuery(usageQuery(orgId, fsId));
  const { data: limits } = useQuery(limitsQuery(orgId));
  const [period, setPeriod] = useSearchText("days");
  const days = periodOf(period);
  const history = useQuery({
    ...usageHistoryQuery(orgId, fsId, days),
    placeholderData: (before) => before,
  });
  const requests = useQuery({
    ...requestHistoryQuery(orgId, fsId, days),
    placeholderData: (before) => before,
    enabled: isAdmin,
  });
  return (
    <Page title={text.title} isTab>
      <Failure error={error ?? history.error} />
      {data === undefined ? (
        !error && <Skeleton className="h-24" />
      ) : (
        <dl className="border-line bg-sheet rounded-card divide-line grid divide-y border sm:grid-cols-2 sm:divide-x sm:divide-y-0">
          <Share
            name={text.storage}
            used={data.retained_bytes}
            limit={data.byte_quota}
            whole={limits?.bytes}
            format={text.storageValue}
          />
          <Share
            name={text.entries}
            used={data.entries}
            limit={data.entry_quota}
            whole={limits?.entries}
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
      <Card
        title={text.transfer}
        description={text.transferHint}
        action={<Period of={text.transfer} days={days} onChange={setPeriod} />}
      >
        <div className="p-5">
          {history.data === undefined ? (
            <Skeleton className="h-56" />
          ) : (
            <TransferChart days={history.data} />
          )}
        </div>
      </Card>
      {isAdmin && (
        <Card
          title={text.requests}
          description={text.requestsHint}
          action={<Period of={text.requests} days={days} onChange={setPeriod} />}
        >
          <div className="p-5">
            <Failure error={requests.error} />
            {requests.isPending && <Skeleton className="h-56" />}
            {requests.data?.length === 0 && <p className="text-muted">{text.noKeys}</p>}
            {requests.data !== undefined && requests.data.length > 0 && (
              <RequestDays days={requests.data} />
            )}
          </div>
        </Card>
      )}
    </Page>
  );
}

type ShareProps = ComponentProps<typeof UsedOf> & {
  /** What the organisation uses of its own limit; undefined: not known yet. */
  whole: { used: number; limit: number | null } | undefined;
};

/** What a filesystem uses of its limit; without one, the organisation's limit says how much room there is. */
function Share({ whole, ...share }: ShareProps) {
  if (share.limit !== null || whole === undefined || whole.limit === null)
    return <UsedOf {...share} />;
  const { format } = share;
  return (
    <UsedOf {...share} unlimited={text.ofOrganisation(format(whole.limit), format(whole.used))} />
  );
}

type PeriodProps = { of: string; days: number; onChange: (days: string) => void };

/** The days that all charts of the page show. */
const Period = ({ of, days, onChange }: PeriodProps) => (
  <Select
    quiet
    label={text.periodOf(of)}
    dense
    value={String(days)}
    onChange={(event) => onChange(event.target.value)}
  >
    {PERIODS.map((length) => (
      <option key={length} value={length}>
        {text.lastDays(length)}
      </option>
    ))}
  </Select>
);
