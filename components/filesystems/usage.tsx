"use client";

import { useQuery } from "@tanstack/react-query";

import { Failure } from "@/components/forms/failure";
import { useOrganisation } from "@/components/layout/organisation";
import { Page } from "@/components/layout/page";
import { useSearchText } from "@/components/layout/use-address";
import { Card } from "@/components/ui/card";
import { Select } from "@/components/ui/select";
import { Skeleton } from "@/components/ui/skeleton";
import { periodOf, PERIODS, usageHistoryQuery, usageQuery } from "@/console/queries/usage";
import { usageText as text } from "@/console/text/filesystems";

import { UsageBars } from "./usage-bars";

/** The size of a filesystem against its quotas, and its transfer per day. */
export function Usage({ fsId }: { fsId: string }) {
  const { id: orgId } = useOrganisation();
  const { data, error } = useQuery(usageQuery(orgId, fsId));
  const [period, setPeriod] = useSearchText("days");
  const days = periodOf(period);
  const history = useQuery({
    ...usageHistoryQuery(orgId, fsId, days),
    placeholderData: (before) => before,
  });
  return (
    <Page title={text.title}>
      <Failure error={error ?? history.error} />
      {data === undefined ? (
        !error && <Skeleton className="h-24" />
      ) : (
        <dl className="border-line bg-sheet rounded-card divide-line grid divide-y border sm:grid-cols-2 sm:divide-x sm:divide-y-0">
          <Quota
            name={text.storage}
            used={data.retained_bytes}
            quota={data.byte_quota}
            format={text.storageValue}
          />
          <Quota
            name={text.entries}
            used={data.entries}
            quota={data.entry_quota}
            format={text.entriesValue}
          />
        </dl>
      )}
      <Card
        title={text.transfer}
        description={text.transferHint}
        action={
          <Select
            quiet
            label={text.period}
            dense
            value={String(days)}
            onChange={(event) => setPeriod(event.target.value)}
          >
            {PERIODS.map((length) => (
              <option key={length} value={length}>
                {text.lastDays(length)}
              </option>
            ))}
          </Select>
        }
      >
        <div className="flex flex-col gap-6 p-5">
          {history.data === undefined ? (
            <Skeleton className="h-56" />
          ) : (
            <>
              <UsageBars
                name={text.read}
                days={history.data.map((day) => ({ date: day.date, bytes: day.bytes_read }))}
              />
              <UsageBars
                name={text.written}
                days={history.data.map((day) => ({ date: day.date, bytes: day.bytes_written }))}
              />
            </>
          )}
        </div>
      </Card>
    </Page>
  );
}

type QuotaProps = {
  name: string;
  used: number;
  quota: number | null;
  format: (value: number) => string;
};

function Quota({ name, used, quota, format }: QuotaProps) {
  const share = quota === null ? null : Math.min(1, quota === 0 ? 1 : used / quota);
  return (
    <div className="flex flex-col gap-1.5 px-5 py-4">
      <dt className="text-muted text-sm">{name}</dt>
      <dd className="flex flex-col gap-2">
        <span>
          <span className="text-xl font-semibold tabular-nums">{format(used)}</span>{" "}
          <span className="text-muted text-sm">
            {quota === null ? text.noQuota : text.ofQuota(format(quota))}
          </span>
        </span>
        {share !== null && (
          <span aria-hidden className="bg-well block h-1.5 overflow-hidden rounded-full">
            <span
              className={`block h-full ${share > 0.9 ? "bg-bad" : "bg-tide"}`}
              style={{ width: `${share * 100}%` }}
            />
          </span>
        )}
      </dd>
    </div>
  );
}
